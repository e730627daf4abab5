"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { deleteKey } from "#lib/browser/keys.ts";
import type { ListedKey } from "#lib/contract/api-key-list.ts";
import { Dialog } from "./dialog.tsx";
import { KeyProblem } from "./key-problem.tsx";

type Props = {
  listed: ListedKey;
  email: string;
  onDeleted: () => void;
  onSettled: () => void;
  onClosed: () => void;
};

/** Deletes a key once its name has been typed: whoever uses it is locked out at that moment. */
export function DeleteDialog({ listed, email, onDeleted, onSettled, onClosed }: Props) {
  const t = useTranslations("keys.delete");
  const name = listed.name ?? listed.id;
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const { run, isPending, error, stepUp } = useSecretChange(() => deleteKey(listed.id), {
    email,
    onSuccess: () => {
      onClosed();
      onDeleted();
    },
    onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== name) setRefused(true);
    else if (!isPending) run(undefined);
  };
  return (
    <Dialog title={t("title", { name })} about={t("about")} busy={isPending} onClosed={onClosed}>
      <form method="post" onSubmit={submit} className="space-y-4">
        <Field
          label={t("type", { name })}
          error={refused ? t("differs") : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(false);
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <KeyProblem error={error} action="delete" />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClosed} disabled={isPending}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant="destructive" aria-disabled={isPending}>
            {isPending ? t("deleting") : t("submit")}
          </Button>
        </div>
      </form>
      {stepUp}
    </Dialog>
  );
}
