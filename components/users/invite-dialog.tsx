"use client";

import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/secrets/change-dialog.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { Field } from "#components/ui/field.tsx";
import { inviteUser } from "#lib/browser/users.ts";
import type { MadeLink, Role } from "#lib/contract/access/user.ts";
import { problemOf } from "./problem-of.ts";
import type { DialogProps } from "./props.ts";
import { RoleChoice } from "./role-choice.tsx";

type Props = DialogProps & { onInvited: (told: { link: MadeLink; name: string; email: string }) => void };

/** Somebody new, by name, address and role; their link is told in the dialog that follows. */
export function InviteDialog({ email, onInvited, onSettled, onClosed }: Props) {
  const t = useTranslations("users.invite");
  const problem = useTranslations("users.problem");
  const { run, isPending, error, stepUp } = useSecretChange(inviteUser, {
    email,
    onSuccess: ({ name, email: theirs, invite_url: url, invite_expires_at: expires_at }) => {
      if (url && expires_at) onInvited({ link: { url, purpose: "invitation", expires_at }, name, email: theirs });
    },
    onSettled,
  });
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name)).trim();
    run({ name: text("name"), email: text("email"), role: text("role") as Role });
  };
  const taken = error && problemOf(error) === "DUPLICATE_RESOURCE";
  return (
    <ChangeDialog
      title={t("title")}
      about={t("about")}
      words={{ cancel: t("cancel"), submit: t("submit"), working: t("working") }}
      busy={isPending}
      failure={<Failure says={error && !taken ? problem(problemOf(error)) : null} />}
      stepUp={stepUp}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <Field label={t("name")} name="name" required maxLength={200} autoComplete="off" />
      <Field
        label={t("email")}
        name="email"
        type="email"
        required
        maxLength={320}
        autoComplete="off"
        error={taken ? problem("DUPLICATE_RESOURCE") : undefined}
      />
      <RoleChoice chosen="compliance" />
    </ChangeDialog>
  );
}
