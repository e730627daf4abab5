import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { ChangeDialog, NewNameField } from "#components/core/secrets/secret-change.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { TypedField } from "#components/kit/typed-field.tsx";
import { keysKeys, rotationElsewhereKeys } from "#lib/core/browser/keys.ts";
import type { CreatedKey, ListedKey } from "#lib/core/contract/keys/keys.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";

export const KEY_QUERIES = [keysKeys.all, rotationElsewhereKeys.all];

export type DialogProps = { onClosed: () => void };

type CreateProps = DialogProps & { keys: readonly ListedKey[]; onCreated: (key: CreatedKey) => void };

/** Creates a key by its name; its value is revealed in the dialog that follows. */
export function CreateDialog({ keys, onCreated, ...props }: CreateProps) {
  const t = useTranslations("keys.create");
  const [proposal] = useState(() => proposedName(keys, new Date()));
  const nameIn = (form: FormData) => String(form.get("id")).trim();
  return (
    <ChangeDialog
      {...props}
      of="keys.create"
      act={(form) => api("POST /api/api-keys", { body: { id: nameIn(form) } })}
      onDone={onCreated}
      changes={KEY_QUERIES}
      failure={{ words: "keys.problem", action: "create" }}
      explain={(error, form) => {
        const existing = keys.find(({ name }) => name === nameIn(form));
        return error instanceof ApiError && error.status === 409 && existing && <Existing existing={existing} />;
      }}
    >
      <NewNameField
        label={t("name")}
        hint={t("hint")}
        name="id"
        maxLength={200}
        defaultValue={proposal}
        // Typing replaces the proposed name.
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </ChangeDialog>
  );
}

/** A free name for a new key, made of the current day, since the user of the key is unknown. */
export function proposedName(keys: readonly Pick<ListedKey, "name">[], now: Date): string {
  const name = `api-${now.toISOString().slice(0, 10)}`;
  const others = keys.map((_, index) => `${name}-${index + 2}`);
  return [name, ...others].find((free) => keys.every((key) => key.name !== free)) ?? name;
}

function Existing({ existing: { id, created_at } }: { existing: ListedKey }) {
  const t = useTranslations("keys.create");
  return (
    <p className="text-muted-foreground">
      {created_at ? (
        <span>{t.rich("existing", { id, on: () => <ExactInstant at={created_at} /> })}</span>
      ) : (
        t("existingUndated", { id })
      )}
    </p>
  );
}

type TypedNameProps<Answer> = Pick<
  ComponentProps<typeof ChangeDialog<Answer>>,
  "of" | "values" | "about" | "act" | "onDone" | "onClosed"
> & {
  name: string;
  action: "delete" | "elsewhere";
};

/** Deletes a key once its name has been typed: its users lose access at that moment. */
export function TypedNameDialog<Answer>({ name, action, ...props }: TypedNameProps<Answer>) {
  const t = useTranslations("keys.delete");
  return (
    <ChangeDialog {...props} destructive changes={KEY_QUERIES} failure={{ words: "keys.problem", action }}>
      <TypedField label={t("type", { name })} text={name} differs={t("differs")} />
    </ChangeDialog>
  );
}
