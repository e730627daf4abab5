import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeInstant } from "#components/page/time.tsx";
import { type Reception, receptionOf } from "#lib/contract/reception.ts";
import type { SystemStatus } from "#lib/contract/status.ts";
import { buttonVariants } from "@/components/ui/button";

type Props = { title: string; body: ReactNode; since?: string | null; children?: ReactNode };

export function ProblemRow(props: Props) {
  const t = useTranslations("shell.trouble");
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-border border-b bg-medium/10 px-4 py-2.5 text-sm md:px-6">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{props.title}</strong>{" "}
        <span className="text-muted-foreground">
          {props.body}
          {props.since && (
            <>
              {" "}
              {t("since")} <RelativeInstant at={props.since} />.
            </>
          )}
        </span>
      </p>
      {props.children}
    </div>
  );
}

export function WayOut({
  href,
  label,
}: {
  href: "/keys" | "/deliveries/refusals" | "/settings/system#system-backups";
  label: string;
}) {
  return (
    <Link className={buttonVariants({ variant: "outline", size: "sm" })} href={href}>
      {label}
    </Link>
  );
}

type Problem =
  | (typeof RECEPTION)[keyof typeof RECEPTION]
  | `storage_${Exclude<SystemStatus["storage"], "ok">}`
  | `service_${"unauthorized" | "never_accepted" | "restored" | "forbidden" | "failing"}`
  | `reads_${"paused" | "behind"}`
  | `backup_${"failed" | "overdue"}`
  | "clock_wrong";

type ShownProblem = {
  problem: Problem;
  since: string | null;
  /** The values for its message. */
  values?: Record<string, string | number>;
  /** The time in its message. */
  at?: string | null;
};

/** Problems that an admin can solve by repairing the dashboard's webhook. */
export const REPAIRABLE: ReadonlySet<Problem> = new Set([
  "receiver_deleted",
  "receiver_disabled",
  "receiver_elsewhere",
  "receiver_incomplete",
  "receiver_silent",
]);

/** Problems of a refused key, which must be replaced. */
export const KEY_PROBLEMS: ReadonlySet<Problem> = new Set([
  "service_unauthorized",
  "service_never_accepted",
  "service_restored",
]);

/** Problems that only admins see. */
export const BACKUP_PROBLEMS: ReadonlySet<Problem> = new Set(["backup_failed", "backup_overdue"]);

const RECEPTION = {
  missing: "receiver_missing",
  down: "receiver_down",
  deleted_at_service: "receiver_deleted",
  disabled_at_service: "receiver_disabled",
  other_address: "receiver_elsewhere",
  refused: "receiver_refusing",
  missing_events: "receiver_incomplete",
  silence: "receiver_silent",
} as const satisfies Partial<Record<Reception, string>>;

/** A longer backlog of reads is shown. */
const BACKLOG_SECONDS = 120;
/** A longer pause of reads is shown. Shorter pauses would move the page while users read it. */
const PAUSE_MS = 30_000;

/**
 * The problems, most urgent first: without storage all work stops; without a key nothing can be repaired; without a
 * receiver facts are lost; with a wrong clock they may be; without the service data is outdated; a missing backup has
 * no effect yet.
 */
export function problemsOf(status: SystemStatus, now: number): ShownProblem[] {
  const { service, receiver, clock, reads, backup, storage } = status;
  const shown: ShownProblem[] = [];
  if (storage !== "ok") shown.push({ problem: `storage_${storage}`, since: null });
  const isRefused = service.state === "unauthorized";
  if (isRefused) shown.push(refusedKey(status));
  // Without a key no webhook can be created, and the key's problem reports its absence.
  const reception = receptionOf({ storage: "ok", receiver });
  if (reception in RECEPTION && !(isRefused && reception === "missing")) {
    shown.push({ problem: RECEPTION[reception as keyof typeof RECEPTION], since: receiver.since });
  }
  if (clock.state === "wrong") {
    const ahead = clock.ahead_seconds ?? 0;
    const values = { minutes: Math.round(Math.abs(ahead) / 60), direction: ahead > 0 ? "ahead" : "behind" };
    shown.push({ problem: "clock_wrong", since: clock.since, values });
  }
  if (service.state === "failing") {
    const problem = service.code === "SERVICE_FORBIDDEN" ? "service_forbidden" : "service_failing";
    shown.push({ problem, since: service.since });
  }
  const { waiting: count, per_second } = reads;
  const pausedMs = reads.paused_until === null ? 0 : Date.parse(reads.paused_until) - now;
  if (pausedMs >= PAUSE_MS && count > 0) shown.push({ problem: "reads_paused", since: null, values: { count } });
  // Reads wait for the key, so a refused key needs no second problem.
  else if (!isRefused && count / per_second > BACKLOG_SECONDS) {
    shown.push({ problem: "reads_behind", since: null, values: { count, pace: Math.round(per_second * 10) / 10 } });
  }
  if (backup.state === "failed" || backup.state === "overdue") {
    const at = backup.last_succeeded_at;
    shown.push({ problem: `backup_${backup.state}`, since: null, at, values: { known: String(at !== null) } });
  }
  return shown;
}

/** The likely cause. A key that was never accepted cannot have been deleted or replaced elsewhere. */
function refusedKey({ service, receiver }: SystemStatus): ShownProblem {
  const { restored_from: at, ever_accepted, since } = service;
  const values = { connected: String(receiver.state !== "missing") };
  if (at !== null) return { problem: "service_restored", since, at, values };
  return { problem: ever_accepted ? "service_unauthorized" : "service_never_accepted", since, values };
}
