"use client";

import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import { ExactInstant, formatDuration } from "#components/page/time.tsx";
import type { AuditRow } from "#lib/contract/audit/audit.ts";
import { Changes } from "./changes.tsx";
import { ENTRY, PART } from "./layout.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { Subjects } from "./subjects.tsx";

/** Below this nobody wonders how long something took. */
const WORTH_TELLING_MS = 5_000;

/** An entry: when, who from where, what was done to what, what that changed, and how it ended. */
function AuditEntryView({ row }: { row: AuditRow }) {
  const t = useTranslations("audit");
  const locale = useLocale();
  const { at, began_at, action, user, address, user_agent, outcome, error_code } = row;
  const took = began_at === null ? 0 : Date.parse(at) - Date.parse(began_at);
  return (
    <li className={ENTRY}>
      <p className={PART.when}>
        <ExactInstant at={at} seconds className="whitespace-nowrap" />
        {took >= WORTH_TELLING_MS && (
          <span className="ml-2 text-muted-foreground text-xs @[56rem]:ml-0 @[56rem]:block">
            {t("list.took", { duration: formatDuration(took, locale) })}
          </span>
        )}
      </p>
      <div className={PART.who}>
        <p className="wrap-anywhere">{user ? user.email : t(address === null ? "list.itself" : "list.nobody")}</p>
        {(user || address !== null) && (
          <p title={user_agent ?? undefined} className="font-mono text-muted-foreground text-xs">
            {address ?? t("list.noAddress")}
          </p>
        )}
      </div>
      <div className={PART.what}>
        <h2 className="font-medium">{t(`action.${action}`)}</h2>
        <Subjects ids={row.ids} account={row.account} />
        <Changes before={row.before} after={row.after} />
      </div>
      <div className={PART.outcome}>
        <OutcomeMark outcome={outcome} code={error_code} />
      </div>
    </li>
  );
}

/** An entry never changes: but for one whose outcome was not known, which another replaces. */
export const AuditEntry = memo(AuditEntryView, (before, after) => before.row.entry_id === after.row.entry_id);
