import type { TimelineEntry } from "#lib/core/contract/verifications/verification.ts";
import { type Instant, instantToMs } from "#lib/platform/contract/time.ts";

export type DocumentChange = {
  effective_at: Instant;
  documents_status: string;
  previous_documents_status: string | null;
  at_text: string | null;
  gap: boolean;
};

/**
 * A status that only reads show counts once a second read at least this much later agrees: a lagging replica must not
 * cause a backward change (design §4, Snapshots).
 */
const CONFIRMED_AFTER_MS = 30_000;

/** Whether a read at `second` is late enough to confirm an equal read at `first`. */
export const confirms = (first: Instant, second: Instant): boolean =>
  instantToMs(second) - instantToMs(first) >= CONFIRMED_AFTER_MS;

export type DocumentReading = { read_at: Instant; documents_status: string };

/**
 * The documents_status timeline, oldest first, from changes and reads in their order: the changes of events, and
 * changes that only reads show, once a second read confirms them.
 */
export function buildTimeline(
  changes: readonly DocumentChange[],
  readings: readonly DocumentReading[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let known: string | null = null;
  let next = 0;
  /** The reads since the last change until this time: at the same instant the event counts as later. */
  const before = (to: Instant): DocumentReading[] => {
    const first = next;
    while ((readings[next]?.read_at ?? "z") <= to) next += 1;
    return readings.slice(first, next);
  };
  for (const change of changes) {
    const found = confirmed(known, before(change.effective_at));
    entries.push(...found);
    const predecessor = found.at(-1)?.to ?? known;
    entries.push({
      from: change.previous_documents_status,
      to: change.documents_status,
      at: change.effective_at,
      at_text: change.at_text,
      source: "event",
      // A status that a read has found in between may be the missing predecessor.
      gap: change.gap && change.previous_documents_status !== predecessor,
    });
    known = change.documents_status;
  }
  entries.push(...confirmed(known, readings.slice(next)));
  return entries;
}

/** The confirmed changes in successive reads without an event between them. */
function confirmed(known: string | null, readings: readonly DocumentReading[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let current = known;
  let candidate: DocumentReading | null = null;
  for (const reading of readings) {
    if (reading.documents_status === current) candidate = null;
    else if (candidate?.documents_status !== reading.documents_status) candidate = reading;
    else if (confirms(candidate.read_at, reading.read_at)) {
      entries.push({
        from: current,
        to: candidate.documents_status,
        at: candidate.read_at,
        at_text: null,
        source: "api",
        gap: current !== null,
      });
      current = candidate.documents_status;
      candidate = null;
    }
  }
  return entries;
}
