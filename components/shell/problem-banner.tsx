import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { Announced } from "#components/page/announced.tsx";
import { Retry } from "#components/page/buttons.tsx";
import { ExactInstant, useClock } from "#components/page/time.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { statusOptions } from "#lib/browser/status.ts";
import { may } from "#lib/contract/access/permissions.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { Button } from "@/components/ui/button";
import { BACKUP_PROBLEMS, KEY_PROBLEMS, ProblemRow, problemsOf, REPAIRABLE, WayOut } from "./problems.tsx";

// Rarely needed, and by admins only, so its code is loaded on demand.
const ConnectReceiver = lazy(() =>
  import("./connect-receiver.tsx").then((code) => ({ default: code.ConnectReceiver })),
);
const Reminders = lazy(() => import("./overdue-reminders.tsx").then((code) => ({ default: code.OverdueReminders })));

/** The problems of the service or the receiver, with their effect on the shown data and their remedy. */
export function ProblemBanner({ user: { role } }: { user: SessionUser }) {
  const t = useTranslations("shell.trouble");
  const query = useQuery(statusOptions());
  const now = useClock().getTime();
  const { data, error } = query;
  const unknown = error instanceof ApiError && error.status !== 401;
  const mayBackUp = may(role, "settings.manage");
  const problems =
    data && !unknown ? problemsOf(data, now).filter(({ problem }) => mayBackUp || !BACKUP_PROBLEMS.has(problem)) : [];
  return (
    <Announced role="region" aria-label={t("label")} className="empty:hidden">
      {unknown && (
        <ProblemRow title={t("unknown.title")} body={t("unknown.body")}>
          <Retry query={query} />
        </ProblemRow>
      )}
      {problems.map(({ problem, since, values = {}, at }) => (
        <ProblemRow
          key={problem}
          title={t(`${problem}.title`)}
          body={t.rich(`${problem}.body`, { ...values, at: () => at && <ExactInstant at={at} /> })}
          since={since}
        >
          {may(role, "webhooks.manage") && problem === "receiver_missing" && <Repair label={t("connect")} />}
          {may(role, "webhooks.manage") && REPAIRABLE.has(problem) && <Repair label={t("repair")} />}
          {may(role, "keys.manage") && KEY_PROBLEMS.has(problem) && <WayOut href="/keys" label={t("enterKey")} />}
          {may(role, "deliveries.manage") && problem === "receiver_refusing" && (
            <WayOut href="/deliveries/refusals" label={t("showRefusals")} />
          )}
          {BACKUP_PROBLEMS.has(problem) && <WayOut href="/settings/system#system-backups" label={t("showBackups")} />}
        </ProblemRow>
      ))}
      <Suspense>{data && may(role, "keys.manage") && <Reminders />}</Suspense>
    </Announced>
  );
}

function Repair({ label }: { label: string }) {
  // While the code loads, a placeholder has the size of the button: the page does not move.
  const place = (
    <Button variant="outline" size="sm" className="invisible">
      {label}
    </Button>
  );
  return (
    <Suspense fallback={place}>
      <ConnectReceiver label={label} meanwhile={place} />
    </Suspense>
  );
}
