import { Ban, CircleCheck, KeyRound, MailPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import type { ListedUser, UserState } from "#lib/contract/access/user.ts";

const MARKS = {
  active: [CircleCheck, "text-done"],
  invited: [MailPlus, "text-waiting"],
  reset: [KeyRound, "text-waiting"],
  disabled: [Ban, "text-muted-foreground"],
} as const satisfies Record<UserState, unknown>;

/** Whether a person can sign in, and until when their link can be used. */
export function StateMark({ user: { state, link_expires_at: until } }: { user: ListedUser }) {
  const t = useTranslations("users.state");
  const [Icon, tone] = MARKS[state];
  return (
    <span className="flex items-start gap-1.5">
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
      <span>
        {t(state)}
        {(state === "invited" || state === "reset") && (
          <span className="block text-muted-foreground text-xs">
            {until ? t.rich("until", { at: () => <ExactInstant at={until} /> }) : t("expired")}
          </span>
        )}
      </span>
    </span>
  );
}
