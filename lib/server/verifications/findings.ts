import type { Instant } from "#lib/contract/time.ts";
import type { Finding, FindingsRun } from "#lib/contract/verifications/verification.ts";
import type { Client } from "#lib/server/db/database.ts";
import { confirms } from "./timeline.ts";

export type RunFact = Pick<FindingsRun, "run_id" | "source" | "found_by" | "computed_at" | "computed_at_text"> & {
  findings: Finding[];
  /** When the run of an event was last read of a finished verification. */
  finished_read_at: Instant | null;
};

export type StatusStatement = {
  status: string;
  effective_at: Instant;
  found_by: "event" | "api";
  /** A final run says that the verification finished. */
  by_run: boolean;
};

/** When a finished verification was reopened, and when an event and a reading first said that it is finished again. */
export type Reopening = { at: Instant; by_event: Instant | null; by_reading: Instant | null };

export type Findings = {
  /** Every run that was observed, the current one first. */
  runs: FindingsRun[];
  /** When the verification was said to be finished, oldest first. */
  finished_at: Instant[];
  reopening: Reopening | null;
};

const RUNS = `
  SELECT run_id, source, found_by, computed_at, computed_at_text, findings, finished_read_at
  FROM findings_runs_of($1) ORDER BY place DESC`;

/**
 * Statements about `status`, oldest first, and final runs after the last one that says finished: the event of that may be
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

export async function readFindings(client: Client, verification_id: string): Promise<Findings> {
  const { rows: runs } = await client.query<RunFact>(RUNS, [verification_id]);
  const { rows: statuses } = await client.query<StatusStatement>(STATUSES, [verification_id]);
  return collectFindings(runs, statuses);
}

/** Of runs, the current one first, and statuses, oldest first. A run that was delivered twice is one (event rule 4). Pure. */
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
 * Whether a final run is from before a reopening. A verification that finishes again unchanged gets no new run, and the
 * event of a new one may be lost, so that only a reading proves that the run stands: one begun after an event said that it
 * finished again or, where only reading says so, a second one that confirms the first. That it has finished again is said
 * only while it is the status that the page shows: a copy of `finished` that was signed late looks like a second one.
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

/** Reopenings (interface, States), oldest first. Where only reading the API says so, a second read has to confirm it. */
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
