import { type Instant, instantToMs } from "#lib/contract/time.ts";
import type { TimelineEntry } from "#lib/contract/verifications/verification.ts";

export type DocumentChange = {
  effective_at: Instant;
  documents_status: string;
  previous_documents_status: string | null;
  at_text: string | null;
  gap: boolean;
};

/**
 * A status that only a snapshot has counts once a second read at least this much later agrees: a lagging replica must not
 * draw a backward move (design §4, Snapshots).
 */
const CONFIRMED_AFTER_MS = 30_000;

/** Whether a read at `second` is late enough after one at `first` to confirm what both say. */
export const confirms = (first: Instant, second: Instant): boolean =>
  instantToMs(second) - instantToMs(first) >= CONFIRMED_AFTER_MS;

export type DocumentReading = { read_at: Instant; documents_status: string };

/**
 * The documents_status timeline, oldest first, of changes and readings in their order. Between changes that events state
 * come those that only reading the API knows, once a second read confirms them.
 */
export function buildTimeline(
  changes: readonly DocumentChange[],
  readings: readonly DocumentReading[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let known: string | null = null;
  let next = 0;
  /** Those after the last change and not after this time: at one instant the event is the later one. */
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
      // A status that a reading found in between may be the predecessor that the events lack.
      gap: change.gap && change.previous_documents_status !== predecessor,
    });
    known = change.documents_status;
  }
  entries.push(...confirmed(known, readings.slice(next)));
  return entries;
}

/** The changes that a stretch of readings without an event between them shows and confirms. */
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
