import { Ban, CircleCheck, Ellipsis, KeyRound, MailPlus, ShieldCheck, ShieldOff, UserRoundX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import type { ListedUser, UserState } from "#lib/access/contract/user.ts";
import { Button, buttonVariants } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { actionsFor, type UserAction } from "./user-actions.ts";

/** The cells of a user: columns on wide pages, lines on narrow pages. */
export const COLUMNS =
  "min-[1000px]:grid min-[1000px]:grid-cols-[minmax(0,1fr)_6.5rem_8rem_6rem_5.5rem_3.5rem] min-[1000px]:items-center min-[1000px]:gap-x-3 xl:grid-cols-[minmax(0,1fr)_9rem_13rem_9rem_8rem_4rem] xl:gap-x-4";

type Props = { user: ListedUser; own: boolean; onAct: (action: UserAction) => void };

export function UserEntry({ user, own, onAct }: Props) {
  const t = useTranslations("users.list");
  const role = useTranslations("shell.role");
  return (
    <li className={cn("relative px-4 py-3 text-sm", COLUMNS, user.disabled && "bg-muted/40")}>
      <div className="min-w-0 pr-10 min-[1000px]:pr-0">
        <p className={cn("wrap-anywhere font-medium", user.disabled && "text-muted-foreground")}>
          {user.name}
          {own && <span className="ml-2 font-normal text-muted-foreground text-xs">{t("you")}</span>}
        </p>
        <p className="wrap-anywhere text-muted-foreground text-xs">{user.email}</p>
        {user.ways.includes("provider") && (
          <p className="text-muted-foreground text-xs">
            {t(`ways.${user.ways.includes("password") ? "both" : "provider"}`)}
          </p>
        )}
        {user.kept_email && <p className="text-muted-foreground text-xs">{t(`keptEmail.${user.kept_email}`)}</p>}
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 min-[1000px]:contents">
        <Cell name={t("role")}>{role(user.role)}</Cell>
        <Cell name={t("state")}>
          <StateMark user={user} />
        </Cell>
        <Cell name={t("factor")}>
          <span className="flex items-center gap-1.5">
            {user.second_factor ? (
              <ShieldCheck aria-hidden className="size-3.5 shrink-0 text-done" />
            ) : (
              <ShieldOff aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            )}
            <span>{t(user.second_factor ? "factorOn" : "factorOff")}</span>
          </span>
        </Cell>
        <Cell name={t("active")}>
          {user.active_at ? (
            <RelativeInstant at={user.active_at} className="tabular-nums" />
          ) : (
            <span className="text-muted-foreground">{t("never")}</span>
          )}
        </Cell>
      </dl>
      <div className="absolute top-2 right-2 min-[1000px]:static min-[1000px]:justify-self-end">
        {own ? (
          <Link className={buttonVariants({ variant: "ghost", size: "xs" })} href="/account">
            {t("account")}
          </Link>
        ) : (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={t("actions", { name: user.name })}>
                <Ellipsis aria-hidden />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end" className="w-60">
              {actionsFor(user).map((action) => (
                <DropdownMenuItem key={action} onSelect={() => onAct(action)}>
                  {t(`action.${action}`)}
                </DropdownMenuItem>
              ))}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
    </li>
  );
}

/** A cell names its column for screen readers, and visibly if there is no head row. */
function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs min-[1000px]:sr-only">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const STATE_MARKS = {
  active: [CircleCheck, "text-done"],
  invited: [MailPlus, "text-waiting"],
  reset: [KeyRound, "text-waiting"],
  no_role: [UserRoundX, "text-waiting"],
  disabled: [Ban, "text-muted-foreground"],
} as const satisfies Record<UserState, unknown>;

/** Whether a user can sign in, and until when the user's link is valid. */
function StateMark({ user: { state, disabled_by, link_expires_at: until } }: { user: ListedUser }) {
  const t = useTranslations("users.state");
  const [Icon, tone] = STATE_MARKS[state];
  return (
    <span className="flex items-start gap-1.5">
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
      <span>
        <span>{t(state)}</span>
        {disabled_by && <span className="block text-muted-foreground text-xs">{t(`by.${disabled_by}`)}</span>}
        {(state === "invited" || state === "reset") && (
          <span className="block text-muted-foreground text-xs">
            {until ? <span>{t.rich("until", { at: () => <ExactInstant at={until} /> })}</span> : t("expired")}
          </span>
        )}
      </span>
    </span>
  );
}
