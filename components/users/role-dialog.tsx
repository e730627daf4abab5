"use client";

import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/secrets/change-dialog.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { Field } from "#components/ui/field.tsx";
import { askConsent, changeUser } from "#lib/browser/users.ts";
import type { ListedUser, Role } from "#lib/contract/access/user.ts";
import { problemOf } from "./problem-of.ts";
import type { DialogProps } from "./props.ts";
import { RoleChoice } from "./role-choice.tsx";

type Props = DialogProps & {
  user: ListedUser;
  /** Another administrator has to agree before there is one more. */
  needsConsent: boolean;
  onDone: (asked: boolean) => void;
};

/** What a person is called and may do, from their next request on. */
export function RoleDialog({ user, needsConsent, email, onDone, onSettled, onClosed }: Props) {
  const t = useTranslations("users.change");
  const problem = useTranslations("users.problem");
  const { run, isPending, error, stepUp } = useSecretChange(save, { email, onSuccess: onDone, onSettled });
  async function save({ name, role }: { name: string; role: Role }): Promise<boolean> {
    const asks = needsConsent && role === "admin" && user.role !== "admin";
    await changeUser({ id: user.id, change: asks ? { name } : { name, role } });
    if (asks) await askConsent(user.id, "make_admin");
    return asks;
  }
  const submit = (form: FormData) =>
    run({ name: String(form.get("name")).trim(), role: String(form.get("role")) as Role });
  return (
    <ChangeDialog
      title={t("title", { name: user.name })}
      about={t(needsConsent && user.role !== "admin" ? "aboutConsent" : "about")}
      words={{ cancel: t("cancel"), submit: t("submit"), working: t("working") }}
      busy={isPending}
      failure={<Failure says={error && problem(problemOf(error))} />}
      stepUp={stepUp}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <Field label={t("name")} name="name" defaultValue={user.name} required maxLength={200} autoComplete="off" />
      <RoleChoice chosen={user.role} />
    </ChangeDialog>
  );
}
