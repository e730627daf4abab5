import type { SystemStatus } from "#lib/core/contract/status.ts";

type Problem = `reads_${"paused" | "behind"}` | `backup_${"failed" | "overdue"}` | "clock_wrong";

type ShownProblem = {
  problem: Problem;
  since: string | null;
  /** The values for its message. */
  values?: Record<string, string | number>;
  /** The time in its message. */
  at?: string | null;
};

/** Problems that only admins see. */
export const BACKUP_PROBLEMS: ReadonlySet<Problem> = new Set(["backup_failed", "backup_overdue"]);

/** A longer backlog of reads is shown. */
const BACKLOG_SECONDS = 120;
/** A longer pause of reads is shown. Shorter pauses would move the page while users read it. */
const PAUSE_MS = 30_000;

/**
 * The problems beside the connection's (`connectionOf`), most urgent first: with a wrong clock facts may be lost; with
 * late reads data is outdated; a missing backup has no effect yet.
 */
export function problemsOf({ service, clock, reads, backup }: SystemStatus, now: number): ShownProblem[] {
  const shown: ShownProblem[] = [];
  if (clock.state === "wrong") {
    const ahead = clock.ahead_seconds ?? 0;
    const values = { minutes: Math.round(Math.abs(ahead) / 60), direction: ahead > 0 ? "ahead" : "behind" };
    shown.push({ problem: "clock_wrong", since: clock.since, values });
  }
  const { waiting: count, per_second } = reads;
  const pausedMs = reads.paused_until === null ? 0 : Date.parse(reads.paused_until) - now;
  if (pausedMs >= PAUSE_MS && count > 0) shown.push({ problem: "reads_paused", since: null, values: { count } });
  // Reads wait for the key or the service, so these need no second problem.
  else if (service.state !== "unauthorized" && service.state !== "failing" && count / per_second > BACKLOG_SECONDS) {
    shown.push({ problem: "reads_behind", since: null, values: { count, pace: Math.round(per_second * 10) / 10 } });
  }
  if (backup.state === "failed" || backup.state === "overdue") {
    const at = backup.last_succeeded_at;
    shown.push({ problem: `backup_${backup.state}`, since: null, at, values: { known: String(at !== null) } });
  }
  return shown;
}
