import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { ExactInstant, useClock } from "#components/kit/time.tsx";
import { statusOptions } from "#lib/core/browser/status.ts";
import { connectionOf, isWell } from "#lib/core/contract/connection.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { ConnectionProblem, UnreachableAddress } from "./connection.tsx";
import { ProblemRow, WayOut } from "./problem-row.tsx";
import { BACKUP_PROBLEMS, problemsOf } from "./problems.ts";

const Reminders = lazy(() => import("./overdue-reminders.tsx").then((code) => ({ default: code.OverdueReminders })));

/** The problem of the connection to the service and the other problems, with their effect and their remedy. */
export function ProblemBanner() {
  const t = useTranslations("shell.trouble");
  const { may } = useCurrentUser();
  const query = useQuery(statusOptions());
  const { data, error } = query;
  const unknown = error instanceof ApiError && error.status !== 401;
  return (
    <Announced role="region" aria-label={t("label")} className="empty:hidden">
      {unknown ? (
        <ProblemRow title={t("unknown.title")} body={t("unknown.body")}>
          <Retry query={query} />
        </ProblemRow>
      ) : (
        data && <KnownProblems status={data} />
      )}
      <Suspense>{data && may("keys.manage") && <Reminders />}</Suspense>
    </Announced>
  );
}

function KnownProblems({ status }: { status: SystemStatus }) {
  const t = useTranslations("shell.trouble");
  const { may } = useCurrentUser();
  const now = useClock().getTime();
  const connection = connectionOf(status, now);
  const problems = problemsOf(status, now).filter(
    ({ problem }) => may("settings.manage") || !BACKUP_PROBLEMS.has(problem),
  );
  return (
    <>
      {!isWell(connection.cause) && (
        <ConnectionProblem key={connection.cause} connection={connection} status={status} />
      )}
      {may("webhooks.manage") && <UnreachableAddress lastEventAt={status.last_event_at} />}
      {problems.map(({ problem, since, values = {}, at }) => (
        <ProblemRow
          key={problem}
          title={t(`${problem}.title`)}
          body={t.rich(
            problem === "clock_wrong" && !may("settings.manage") ? "clock_wrong.others" : `${problem}.body`,
            {
              ...values,
              at: () => at && <ExactInstant at={at} />,
            },
          )}
          since={since}
        >
          {BACKUP_PROBLEMS.has(problem) && <WayOut href="/settings/system#system-backups" label={t("showBackups")} />}
        </ProblemRow>
      ))}
    </>
  );
}
