"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { createKey } from "#lib/browser/keys.ts";
import type { CreatedKey, ListedKey } from "#lib/contract/api-key-list.ts";
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("id")).trim();
    if (name !== "" && !isPending) run(name);
  };
  return (
    <Dialog title={t("title")} about={t("about")} busy={isPending} onClosed={onClosed}>
      <form method="post" onSubmit={submit} className="space-y-4">
        <Field label={t("name")} hint={t("hint")} name="id" required maxLength={200} autoComplete="off" />
        <KeyProblem error={error} action="create">
          {existing && <Existing existing={existing} />}
        </KeyProblem>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClosed} disabled={isPending}>
            {t("cancel")}
          </Button>
          <Button type="submit" aria-disabled={isPending}>
            {isPending ? t("creating") : t("submit")}
          </Button>
        </div>
      </form>
      {stepUp}
    </Dialog>
  );
}

/** The key that has the name already, as far as the list tells. */
function Existing({ existing: { id, created_at } }: { existing: ListedKey }) {
  const t = useTranslations("keys.create");
  return (
    <p className="text-muted-foreground">
      {t.rich("existing", { id, on: () => (created_at ? <ExactInstant at={created_at} /> : t("sometime")) })}
    </p>
  );
}
