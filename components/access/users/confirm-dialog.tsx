import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { askConsent, changeUser, userKeys } from "#lib/access/browser/users.ts";
import { type ConsentAction, isConsentRole, type ListedUser, type MadeLink } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { HandOver, useHeldReviews } from "./hand-over.tsx";
import type { DialogProps, UserAction } from "./user-actions.ts";

type ConfirmedAction = Exclude<UserAction, "role" | "sessions">;
type Props = DialogProps & {
  user: ListedUser;
  action: ConfirmedAction;
  /** The installation requires the consent of a second administrator. */
  needsConsent: boolean;
  /** `asked`: another administrator must consent. A link must be passed on to the user. */
  onDone: (did: ConfirmedAction | "asked", link: MadeLink | null) => void;
};

/** The consent that an action needs, for display; the server decides. */
function consentOf({ state, role }: ListedUser, action: ConfirmedAction): ConsentAction | null {
  if (action === "factor") return "remove_second_factor";
  return action === "link" && (state !== "invited" || isConsentRole(role)) ? "new_link" : null;
}

/** Explains the effect of an action on an account before it is done. The next dialog shows a link if the action creates one. */
export function ConfirmDialog({ user, action, needsConsent, onDone, ...props }: Props) {
  const words = action === "link" && user.state === "invited" ? "inviteAgain" : action;
  const t = useTranslations("users.confirm.consent");
  const consent = needsConsent ? consentOf(user, action) : null;
  const held = useHeldReviews(user);
  const [to, setTo] = useState("");
  const reviews_to = held.count > 0 ? to || null : undefined;
  return (
    <ChangeDialog
      {...props}
      of={`users.confirm.${words}`}
      values={{ name: user.name }}
      about={consent && t("about")}
      submit={consent ? t("submit") : undefined}
      destructive={!consent && (action === "disable" || action === "withdraw" || action === "factor")}
      act={() => carryOut(user.id, action, consent, reviews_to)}
      onDone={(link) => onDone(consent ? "asked" : action, link)}
      changes={[userKeys.all]}
      failure={{ words: "users.problem" }}
    >
      {action === "disable" && <HandOver user={user} to={to} onTo={setTo} />}
    </ChangeDialog>
  );
}

async function carryOut(
  id: string,
  action: ConfirmedAction,
  consent: ConsentAction | null,
  reviews_to: string | null | undefined,
): Promise<MadeLink | null> {
  const params = { user_id: id };
  if (consent) await askConsent(id, consent);
  else if (action === "link") return api("POST /api/users/{user_id}/link", { params });
  else if (action === "factor") await api("DELETE /api/users/{user_id}/second-factor", { params });
  else if (action === "withdraw") await api("DELETE /api/users/{user_id}", { params });
  else if (action === "disable")
    await changeUser({ id, change: { disabled: true, ...(reviews_to !== undefined && { reviews_to }) } });
  else await changeUser({ id, change: { disabled: false } });
  return null;
}
