"use client";

import { useTranslations } from "next-intl";
import { ChangeDialog } from "#components/secrets/change-dialog.tsx";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { changeUser, removeUsersFactor, renewLink, withdrawInvitation } from "#lib/browser/users.ts";
import type { MadeLink } from "#lib/contract/access/access-link.ts";
import type { ListedUser } from "#lib/contract/access/user-list.ts";
import type { UserAction } from "./actions.ts";
import { problemOf } from "./problem-of.ts";
import type { DialogProps } from "./props.ts";

type Confirmed = Exclude<UserAction, "role" | "sessions">;
type Props = DialogProps & { user: ListedUser; action: Confirmed; onDone: (link: MadeLink | null) => void };

/** Says what will happen to a person before it does; a link that comes of it is told by the next dialog. */
export function ConfirmDialog({ user, action, email, onDone, onSettled, onClosed }: Props) {
  const words = action === "link" && user.state === "invited" ? "inviteAgain" : action;
  const t = useTranslations(`users.confirm.${words}`);
  const common = useTranslations("users.confirm");
  const problem = useTranslations("users.problem");
  const { run, isPending, error, stepUp } = useSecretChange(() => carryOut(user.id, action), {
    email,
    onSuccess: onDone,
    onSettled,
  });
  return (
    <ChangeDialog
      title={t("title", { name: user.name })}
      about={t("about")}
      words={{ cancel: common("cancel"), submit: t("submit"), working: common("working") }}
      destructive={action === "disable" || action === "withdraw" || action === "factor"}
      busy={isPending}
      failure={<Failure says={error && problem(problemOf(error))} />}
      stepUp={stepUp}
      onSubmit={() => run(undefined)}
      onClosed={onClosed}
    />
  );
}

async function carryOut(id: string, action: Confirmed): Promise<MadeLink | null> {
  if (action === "link") return renewLink(id);
  if (action === "factor") await removeUsersFactor(id);
  else if (action === "withdraw") await withdrawInvitation(id);
  else await changeUser({ id, change: { disabled: action === "disable" } });
  return null;
}
