import type pg from "pg";
import {
  compareFindingsRuns,
  compareObservations,
  confirms,
  type ObservationFact,
} from "#lib/contract/events/ordering.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Finding, FindingsRun } from "#lib/contract/verifications/verification.ts";
import type { Client } from "#lib/server/db/database.ts";

/** A run that an event reported. */
export type EventRun = {
  run_id: string;
  source: string | null;
  /** The time as the event states it; a snapshot's findings are this run when theirs is the same. */
  at: Instant;
  /** The time as written, where it could not be parsed; empty where there is none. */
  at_text: string | null;
  effective_at: Instant;
  findings: Finding[];
  digest: string;
};

/** Findings that a reading of the API reported; `computed_at` is null on older verifications. */
export type ReadRun = {
  read_at: Instant;
  status: string | null;
  computed_at: Instant | null;
  /** The time as written, where it could not be parsed. */
  computed_at_text: string | null;
  findings: Finding[];
  digest: string;
};

/** A statement about `status`, with its time and source. */
export type StatusStatement = ObservationFact & { status: string };

const observed = ({ read_at, digest }: ReadRun): ObservationFact => ({
  effective_at: read_at,
  digest,
  found_by: "api",
});
/** The time that a run and its reading share; null where the service states none. */
const timeOf = (at: Instant | null, text: string | null): string | null => (text === null ? at : text || null);
const least = (a: Instant, b: Instant): Instant => (a < b ? a : b);

/** Every run that was observed, the current one first, and what the status was said to be. */
export async function readFindingsRuns(
  client: Client,
  verification_id: string,
): Promise<{ findings_runs: FindingsRun[]; statuses: StatusStatement[] }> {
  const select = <Row extends pg.QueryResultRow>(text: string) =>
    client.query<Row>(text, [verification_id]).then(({ rows }) => rows);
  const runs = await select<EventRun>(
    `SELECT run_id, source, at, at_text, effective_at, findings, encode(digest, 'hex') AS digest FROM findings_runs
     WHERE verification_id = $1`,
  );
  const statuses = await select<StatusStatement>(
    `SELECT status, effective_at, 'event' AS found_by, encode(digest, 'hex') AS digest FROM verification_statements
     WHERE verification_id = $1 AND status IS NOT NULL
     UNION ALL SELECT status, read_at, 'api', encode(body_hash, 'hex') FROM verification_snapshots
     WHERE verification_id = $1 AND subject = 'verification' AND status IS NOT NULL`,
  );
  // Equal answers are folded to the newest of them; which of differing ones counts is decided where runs are.
  const reads = await select<ReadRun>(
    `SELECT DISTINCT ON (body_hash) read_at, status, findings_computed_at AS computed_at,
       findings_computed_at_text AS computed_at_text, findings, encode(body_hash, 'hex') AS digest
     FROM verification_snapshots WHERE verification_id = $1 AND subject = 'verification' AND findings IS NOT NULL
     ORDER BY body_hash, read_at DESC`,
  );
  return { findings_runs: collectFindingsRuns(runs, reads, statuses), statuses };
}

/**
 * Every run that was observed, the current one first (event rule 3, design §4). A snapshot's findings are the event's run
 * with the same `computed_at`; one with another time is a run found by reading, of unknown source.
 */
export function collectFindingsRuns(
  events: readonly EventRun[],
  reads: readonly ReadRun[],
  statuses: readonly StatusStatement[],
): FindingsRun[] {
  const reported = new Set(events.map((run) => timeOf(run.at, run.at_text)));
  // Of several readings with one computed_at the newest is the run; the service stores one at a time.
  const found = new Map<Instant | null, ReadRun>();
  for (const read of reads) {
    const time = timeOf(read.computed_at, read.computed_at_text);
    if (time !== null && reported.has(time)) continue;
    const before = found.get(read.computed_at);
    if (!before || compareObservations(observed(read), observed(before)) > 0) found.set(read.computed_at, read);
  }
  // No findings and no time of calculation, and never any without one: nothing says that there was a run at all.
  if (!reads.some((read) => read.computed_at === null && read.findings.length > 0)) found.delete(null);
  const proof: Proof = {
    reopening: reopenings(
      statuses,
      events.flatMap(({ source, effective_at }) => (source === "final" ? [effective_at] : [])),
    ).at(-1),
    finished: statuses.toSorted(compareObservations).at(-1)?.status === "finished",
    readings: newestFinished(reads),
  };
  const candidates = [
    ...events.map((run) => ({
      order: {
        effective_at: run.effective_at as Instant | null,
        source: run.source,
        digest: run.digest,
        found_by: "event" as const,
      },
      run: {
        items: run.findings,
        computed_at: run.effective_at,
        computed_at_text: run.at_text,
        source: run.source,
        run_id: run.run_id,
        found_by: "event" as const,
        ...reopenedSince(run, proof),
      },
    })),
    ...[...found.values()].map((read) => {
      const computed = read.computed_at && least(read.computed_at, read.read_at);
      return {
        order: { effective_at: computed, source: null, digest: read.digest, found_by: "api" as const },
        run: {
          items: read.findings,
          computed_at: computed,
          computed_at_text: read.computed_at_text,
          source: null,
          run_id: null,
          found_by: "api" as const,
          before_reopening: false,
          finished_again: false,
        },
      };
    }),
  ];
  const seen = new Set<string>();
  return candidates
    .toSorted((a, b) => compareFindingsRuns(b.order, a.order))
    .map(({ run }) => run)
    .filter(({ run_id }) => run_id === null || (!seen.has(run_id) && seen.add(run_id)));
}

/** When a finished verification was reopened, and when an event and a reading first said that it is finished again. */
type Reopening = { at: Instant; by_event: Instant | null; by_reading: Instant | null };

/** The times that tell whether a final run predates a reopening; the last one counts. */
type Proof = { reopening: Reopening | undefined; finished: boolean; readings: ReadonlyMap<string, Instant> };

/**
 * Whether a final run is from before a reopening. A verification that finishes again unchanged gets no new run, and the
 * event of a new one may be lost, so that only a reading proves that the run stands: one begun after an event said that it
 * finished again or, where only reading says so, a second one that confirms the first. That it has finished again is said
 * only while it is the status that the page shows: a copy of `finished` that was signed late looks like a second one.
 */
function reopenedSince(
  run: EventRun,
  { reopening, finished, readings }: Proof,
): Pick<FindingsRun, "before_reopening" | "finished_again"> {
  if (run.source !== "final" || !reopening || reopening.at <= run.effective_at) {
    return { before_reopening: false, finished_again: false };
  }
  const { by_event, by_reading } = reopening;
  const time = timeOf(run.at, run.at_text);
  const read_at = time === null ? undefined : readings.get(time);
  const stands =
    read_at !== undefined &&
    ((by_event !== null && read_at > by_event) || (by_reading !== null && confirms(by_reading, read_at)));
  return { before_reopening: !stands, finished_again: !stands && finished && (by_event ?? by_reading) !== null };
}

/** When a run was last read of a verification that was finished, by its time. */
function newestFinished(reads: readonly ReadRun[]): Map<string, Instant> {
  const newest = new Map<string, Instant>();
  for (const { status, computed_at, computed_at_text, read_at } of reads) {
    const time = timeOf(computed_at, computed_at_text);
    if (status === "finished" && time !== null && read_at > (newest.get(time) ?? "")) newest.set(time, read_at);
  }
  return newest;
}

/**
 * Reopenings (interface, States), oldest first. Where only reading the API says so, a second read has to confirm it. A
 * final run says that the verification finished (States: Findings runs) where nothing has said so since: the event of that
 * may be lost.
 */
export function reopenings(statuses: readonly StatusStatement[], finalRuns: readonly Instant[]): Reopening[] {
  const cycles: Reopening[] = [];
  let finished = false;
  let unconfirmed: Instant | null = null;
  const ordered = statuses.toSorted(compareObservations);
  const said = ordered.findLast(({ status }) => status === "finished")?.effective_at ?? "";
  const ran = finalRuns
    .filter((effective_at) => effective_at > said)
    .map((effective_at) => ({ status: "finished", effective_at, found_by: "event" as const, digest: "" }));
  for (const { status, effective_at, found_by } of [...ordered, ...ran].toSorted(compareObservations)) {
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
