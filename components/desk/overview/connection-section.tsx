"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/kit/loaded.tsx";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import { useConnectionTitle } from "#components/kit/shell/connection.tsx";
import { RelativeInstant, useClock } from "#components/kit/time.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import { recentDeliveriesOptions } from "#lib/core/browser/deliveries.ts";
import { statusOptions } from "#lib/core/browser/status.ts";
import { type Connection, type ConnectionCause, connectionOf, isWell } from "#lib/core/contract/connection.ts";
import type { RecentDeliveries } from "#lib/core/contract/deliveries/recent.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { DeliveriesByHour } from "./deliveries-by-hour.tsx";

/** Whether deliveries arrive, their number in the last 24 hours, and failures, each with a link to its page. */
export function ConnectionSection() {
  const t = useTranslations("overview-parts.connection");
  const recent = useQuery(recentDeliveriesOptions());
  const { data: status, isError } = useQuery(statusOptions());
  return (
    <Section
      id="connection"
      title={t("title")}
      aside={
        <Link href="/deliveries" className="rounded hover:text-foreground">
          {t("all")}
        </Link>
      }
    >
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
        <div className="min-w-0 space-y-3">
          {status ? (
            <ConnectionRemark status={status} />
          ) : isError ? null : (
            <Skeleton className="h-5 w-72 max-w-full" />
          )}
          <Loaded query={recent} label={t("loading")} height="h-24" failed={() => t("failed")}>
            {({ hours, total }) => <DeliveriesByHour hours={hours} total={total} />}
          </Loaded>
        </div>
        <Failures recent={recent.data} status={status} />
      </div>
    </Section>
  );
}

/** Deliveries that wait longer count as late. */
const LATE_AFTER_MS = 60_000;

const MARKS: { [cause in ConnectionCause]?: RemarkState } = {
  live: "good",
  quiet: "unknown",
  waiting: "open",
  creating: "open",
  refused: "warning",
  missing_events: "warning",
  silence: "warning",
  service_failing: "warning",
  service_forbidden: "warning",
};

/** Whether deliveries arrive but are applied with a delay. */
export const isLate = ({ cause }: Connection, { inbox: { oldest_at } }: SystemStatus, now: number): boolean =>
  (cause === "live" || cause === "quiet") && oldest_at !== null && now - Date.parse(oldest_at) > LATE_AFTER_MS;

/** The state in the words of the banner, with a link to the page that helps. */
function ConnectionRemark({ status }: { status: SystemStatus }) {
  const t = useTranslations("overview-parts.connection");
  const titleOf = useConnectionTitle();
  const shown = useShownCount();
  const now = useClock().getTime();
  const connection = connectionOf(status, now);
  const { cause, reception } = connection;
  const { inbox, last_event_at: last } = status;
  const late = isLate(connection, status, now);
  const help = late
    ? ({ href: "/settings/system#system-inbox-title", label: "processes" } as const)
    : ({ href: "/deliveries/missing", label: "causes" } as const);
  return (
    <Remark mark={late ? "warning" : (MARKS[cause] ?? "bad")} className="text-sm">
      <p>
        <span className="font-medium">
          {late ? (
            <span>
              {t.rich("late", {
                count: shown(inbox.waiting),
                at: () => inbox.oldest_at && <RelativeInstant at={inbox.oldest_at} />,
              })}
            </span>
          ) : (
            titleOf({ connection, status })
          )}
        </span>{" "}
        {last !== null && <span>{t.rich("last", { at: () => <RelativeInstant at={last} /> })} </span>}
        {(late || reception === "quiet" || !isWell(reception)) && (
          <Link href={help.href} className="whitespace-nowrap text-primary underline underline-offset-2">
            {t(help.label)}
          </Link>
        )}
      </p>
    </Remark>
  );
}

type FailuresProps = { recent: RecentDeliveries | undefined; status: SystemStatus | undefined };

/** The numbers of unapplied and refused deliveries and of failed calls, each with a link to its rows. */
function Failures({ recent, status }: FailuresProps) {
  const t = useTranslations("overview-parts.connection");
  const shown = useShownCount();
  const calls = status?.service.failures.reduce((sum, { times }) => sum + times, 0);
  const lines = [
    ["pending", "/deliveries?outcome=pending", recent?.outcomes.pending],
    ["unapplied", "/deliveries?outcome=failed", recent?.outcomes.failed],
    ["unrecognized", "/deliveries?outcome=unrecognized", recent?.outcomes.unrecognized],
    ["refused", "/deliveries/refusals", recent?.refused],
    ["calls", "/webhooks#service-title", calls],
  ] as const;
  return (
    <dl className="grid content-start text-sm lg:-mt-1.5">
      {lines.map(([name, href, count]) => (
        <div key={name} className="relative flex h-8 items-center justify-between gap-4">
          <dt className="min-w-0 truncate">
            <Link
              href={href}
              className="after:absolute after:-inset-x-2 after:inset-y-0 after:rounded hover:after:bg-muted/50"
            >
              {t(name)}
            </Link>
          </dt>
          <dd
            className={cn(
              "tabular-nums",
              name !== "pending" && count !== undefined && count !== 0 && "font-medium text-failed",
            )}
          >
            {count === undefined ? "–" : shown(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
