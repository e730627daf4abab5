import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import type { RunFact, StatusStatement } from "#lib/core/server/verifications/findings.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { compareFindingsRuns, compareObservations, type ObservationFact } from "./ordering.ts";

/** A run reported by an event. */
export type EventRun = {
  run_id: string;
  source: string | null;
  /** The time as the event states it; findings of a snapshot with the same time belong to this run. */
  at: Instant;
  /** The time as written, if it could not be parsed; empty without a time. */
  at_text: string | null;
  effective_at: Instant;
  findings: Finding[];
  digest: string;
};

/** Findings reported by a read of the API; `computed_at` is null on older verifications. */
export type ReadRun = {
  read_at: Instant;
  status: string | null;
  computed_at: Instant | null;
  /** The time as written, if it could not be parsed. */
  computed_at_text: string | null;
  findings: Finding[];
  digest: string;
};

export type Stated = ObservationFact & { status: string };

const observed = ({ read_at, digest }: ReadRun): ObservationFact => ({
  effective_at: read_at,
  digest,
  found_by: "api",
});

/** The time shared by a run and its reading; null if the service states none. */
const timeOf = (at: Instant | null, text: string | null): string | null => (text === null ? at : text || null);

/** Runs of findings, the current one first; written independently of the database's `findings_runs_of`. */
export function runsOf(events: readonly EventRun[], reads: readonly ReadRun[]): RunFact[] {
  const reported = new Set(events.map((run) => timeOf(run.at, run.at_text)));
  const finished = new Map<string, Instant>();
  const found = new Map<Instant | null, ReadRun>();
  for (const read of reads.toSorted((a, b) => compareObservations(observed(a), observed(b)))) {
    const time = timeOf(read.computed_at, read.computed_at_text);
    if (time !== null && read.status === "finished") finished.set(time, read.read_at);
    if (time === null || !reported.has(time)) found.set(read.computed_at, read);
  }
  if (!reads.some((read) => read.computed_at === null && read.findings.length > 0)) found.delete(null);
  const candidates = [
    ...events.map(({ run_id, source, at, at_text, effective_at, findings, digest }) => ({
      order: { effective_at: effective_at as Instant | null, source, digest, found_by: "event" as const },
      run: {
        run_id,
        source,
        found_by: "event" as const,
        computed_at: effective_at,
        computed_at_text: at_text,
        findings,
        finished_read_at: finished.get(timeOf(at, at_text) ?? "") ?? null,
      },
    })),
    ...[...found.values()].map(({ read_at, computed_at: at, computed_at_text, findings, digest }) => {
      const computed_at = at && ([at, read_at].toSorted()[0] as Instant);
      const own = { source: null, found_by: "api" as const };
      return {
        order: { effective_at: computed_at, digest, ...own },
        run: { run_id: null, computed_at, computed_at_text, findings, finished_read_at: null, ...own },
      };
    }),
  ];
  return candidates.toSorted((a, b) => compareFindingsRuns(b.order, a.order)).map(({ run }) => run);
}

/** Statements about the status, oldest first; a final run after the last `finished` counts as one. */
export function statusesOf(stated: readonly Stated[], events: readonly EventRun[]): StatusStatement[] {
  const said = stated.filter(({ status }) => status === "finished").map(({ effective_at }) => effective_at);
  const last = said.toSorted().at(-1) ?? "";
  const ran = events
    .filter(({ source, effective_at }) => source === "final" && effective_at > last)
    .map(({ effective_at }) => ({
      status: "finished",
      effective_at,
      found_by: "event" as const,
      digest: "",
      by_run: true,
    }));
  return [...stated.map((statement) => ({ ...statement, by_run: false })), ...ran]
    .toSorted(compareObservations)
    .map(({ status, effective_at, found_by, by_run }) => ({ status, effective_at, found_by, by_run }));
}
