"use client";

import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/secrets/change-dialog.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { ExactInstant } from "#components/time/instant.tsx";
import { Field } from "#components/ui/field.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { createKey } from "#lib/browser/keys.ts";
import type { CreatedKey, ListedKey } from "#lib/contract/keys/keys.ts";
import { KeyProblem } from "./key-problem.tsx";
import type { DialogProps } from "./props.ts";

type Props = DialogProps & { keys: readonly ListedKey[]; onCreated: (key: CreatedKey) => void };

/** A new key, by its name; its value is told in the dialog that follows. */
export function CreateDialog({ keys, email, onCreated, onSettled, onClosed }: Props) {
  const t = useTranslations("keys.create");
  const { run, input, isPending, error, stepUp } = useSecretChange(createKey, {
    email,
    onSuccess: onCreated,
    onSettled,
  });
  const existing =
    error instanceof ApiError && error.status === 409 ? keys.find(({ name }) => name === input) : undefined;
  const submit = (form: FormData) => {
    const name = String(form.get("id")).trim();
    if (name !== "") run(name);
  };
  return (
    <ChangeDialog
      title={t("title")}
      about={t("about")}
      words={{ cancel: t("cancel"), submit: t("submit"), working: t("creating") }}
      busy={isPending}
      failure={
        <KeyProblem error={error} action="create">
          {existing && <Existing existing={existing} />}
        </KeyProblem>
      }
      stepUp={stepUp}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <Field label={t("name")} hint={t("hint")} name="id" required maxLength={200} autoComplete="off" />
    </ChangeDialog>
  );
}

/** The key that has the name already, as far as the list tells. */
function Existing({ existing: { id, created_at } }: { existing: ListedKey }) {
  const t = useTranslations("keys.create");
  return (
    <p className="text-muted-foreground">
      {created_at
        ? t.rich("existing", { id, on: () => <ExactInstant at={created_at} /> })
        : t("existingUndated", { id })}
    </p>
  );
}
