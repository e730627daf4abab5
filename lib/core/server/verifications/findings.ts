import type { Finding, FindingsRun, Severity } from "#lib/core/contract/verifications/verification.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { confirms } from "./timeline.ts";

export type RunFact = Pick<FindingsRun, "run_id" | "source" | "found_by" | "computed_at" | "computed_at_text"> & {
  findings: Finding[];
  /** Time of the last read that shows the run of an event on a finished verification. */
  finished_read_at: Instant | null;
};

export type StatusStatement = {
  status: string;
  effective_at: Instant;
  found_by: "event" | "api";
  /** The statement is implied by a final run. */
  by_run: boolean;
};

/** Times of a reopening, and of the first event and the first read that show the verification finished again. */
export type Reopening = { at: Instant; by_event: Instant | null; by_reading: Instant | null };

export type Findings = {
  /** All observed runs, the current run first. */
  runs: FindingsRun[];
  /** Times of the statements `finished`, oldest first. */
  finished_at: Instant[];
  reopening: Reopening | null;
};

const RUNS = `
  SELECT run_id, source, found_by, computed_at, computed_at_text, findings, finished_read_at
  FROM findings_runs_of($1) ORDER BY place DESC`;

/**
 * Statements about `status`, oldest first. A final run after the last `finished` counts as one, since its event may be
 * lost (interface, States: Findings runs).
 */
const STATUSES = `
  WITH observed AS (SELECT place, at, found_by, status FROM observations_of($1) WHERE status IS NOT NULL)
  SELECT status, at AS effective_at, found_by, by_run FROM (
    SELECT status, at, found_by, false AS by_run, place FROM observed
    UNION ALL
    SELECT 'finished', computed_at, found_by, true, 0 FROM findings_runs_of($1)
    WHERE source = 'final' AND computed_at > COALESCE((SELECT max(at) FROM observed WHERE status = 'finished'), '-infinity')
  ) AS stated ORDER BY at, found_by = 'event', place`;

/** The number of findings of each severity of the interface. */
export function countSeverities(findings: readonly Finding[]): Record<Severity, number> {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return { high: count("high"), medium: count("medium"), low: count("low") };
}

export async function readFindings(client: Client, verification_id: string): Promise<Findings> {
  const { rows: runs } = await client.query<RunFact>(RUNS, [verification_id]);
  const { rows: statuses } = await client.query<StatusStatement>(STATUSES, [verification_id]);
  return collectFindings(runs, statuses);
}

/** Takes runs, the current run first, and statuses, oldest first. A run delivered twice counts once (event rule 4). Pure. */
export function collectFindings(runs: readonly RunFact[], statuses: readonly StatusStatement[]): Findings {
  const stated = statuses.filter(({ by_run }) => !by_run);
  const reopening = reopenings(statuses).at(-1) ?? null;
  const isFinished = stated.at(-1)?.status === "finished";
  const seen = new Set<string>();
  return {
    runs: runs
      .filter(({ run_id }) => run_id === null || (!seen.has(run_id) && seen.add(run_id)))
      .map(({ findings, finished_read_at, ...run }) => ({
        ...run,
        items: findings,
        ...reopenedSince({ ...run, finished_read_at }, reopening, isFinished),
      })),
    finished_at: stated.filter(({ status }) => status === "finished").map(({ effective_at }) => effective_at),
    reopening,
  };
}

/**
 * Whether a final run is from before a reopening. Without a new run the verification may have finished again unchanged,
 * or the event of a new run is lost. So only a read proves the run: one begun after the event of the new finish, or,
 * without that event, a second read that confirms the first. `finished_again` requires that `finished` is the shown
 * status, since a late signed copy of the first `finished` looks like a second finish.
 */
function reopenedSince(
  { source, computed_at, finished_read_at: read_at }: Omit<RunFact, "findings">,
  reopening: Reopening | null,
  isFinished: boolean,
): Pick<FindingsRun, "before_reopening" | "finished_again"> {
  if (source !== "final" || !reopening || computed_at === null || reopening.at <= computed_at) {
    return { before_reopening: false, finished_again: false };
  }
  const { by_event, by_reading } = reopening;
  const stands =
    read_at !== null &&
    ((by_event !== null && read_at > by_event) || (by_reading !== null && confirms(by_reading, read_at)));
  return { before_reopening: !stands, finished_again: !stands && isFinished && (by_event ?? by_reading) !== null };
}

/** Reopenings (interface, States), oldest first. A reopening that only reads show needs a second read that confirms it. */
function reopenings(statuses: readonly StatusStatement[]): Reopening[] {
  const cycles: Reopening[] = [];
  let finished = false;
  let unconfirmed: Instant | null = null;
  for (const { status, effective_at, found_by } of statuses) {
    if (status === "finished") {
      const last = cycles.at(-1);
      if (last) last[found_by === "event" ? "by_event" : "by_reading"] ??= effective_at;
      finished = true;
      unconfirmed = null;
    } else if (finished) {
      unconfirmed ??= effective_at;
      if (found_by === "event" || confirms(unconfirmed, effective_at)) {
        cycles.push({ at: unconfirmed, by_event: null, by_reading: null });
        finished = false;
        unconfirmed = null;
      }
    }
  }
  return cycles;
}
