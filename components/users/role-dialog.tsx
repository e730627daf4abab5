"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { Field } from "#components/ui/field.tsx";
import { changeUser } from "#lib/browser/users.ts";
import type { Role } from "#lib/contract/user.ts";
import type { ListedUser } from "#lib/contract/user-list.ts";
import { DialogButtons } from "./dialog-buttons.tsx";
import { problemOf } from "./problem-of.ts";
import type { DialogProps } from "./props.ts";
import { RoleChoice } from "./role-choice.tsx";

type Props = DialogProps & { user: ListedUser; onDone: () => void };

/** What a person is called and may do, from their next request on. */
export function RoleDialog({ user, email, onDone, onSettled, onClosed }: Props) {
  const t = useTranslations("users.change");
  const problem = useTranslations("users.problem");
  const { run, isPending, error, stepUp } = useSecretChange(changeUser, { email, onSuccess: onDone, onSettled });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    run({ id: user.id, change: { name: String(form.get("name")).trim(), role: String(form.get("role")) as Role } });
  };
  return (
    <Dialog title={t("title", { name: user.name })} about={t("about")} busy={isPending} onClosed={onClosed}>
      <div>
        <form method="post" onSubmit={submit} className="space-y-4">
          <Field label={t("name")} name="name" defaultValue={user.name} required maxLength={200} autoComplete="off" />
          <RoleChoice chosen={user.role} />
          <Failure says={error && problem(problemOf(error))} />
          <DialogButtons
            busy={isPending}
            cancel={t("cancel")}
            submit={isPending ? t("working") : t("submit")}
            onCancelled={onClosed}
          />
        </form>
        {stepUp}
      </div>
    </Dialog>
  );
}
