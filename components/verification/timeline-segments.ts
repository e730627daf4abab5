import { keyed } from "#components/page/keyed.ts";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verifications/verification.ts";

/** One stay in a documents_status, as it is drawn. Times are milliseconds since the epoch. */
export type Segment = {
  key: string;
  status: string;
  startMs: number;
  /** What the event has for the start where that could not be read (`at_text`). */
  startText: string | null;
  endMs: number;
  /** Share of the whole width, 0 to 1; all shares together are 1. */
  share: number;
  source: TimelineEntry["source"];
  /** An event is missing before this stay: the one that leads to its start, or its own where only a reading stated it. */
  gap: boolean;
  /** The stay goes on. */
  open: boolean;
  /** Whether it is drawn to the scale of the others. */
  fit: Fit;
  /** The file moved back here: from fuller to less full. */
  backward: boolean;
};

const FULLNESS: readonly string[] = DOCUMENTS_STATUSES;

/** The timeline to scale: consecutive stays that cover the time from the first change to `nowMs` without overlap. */
export function timelineSegments(entries: readonly TimelineEntry[], nowMs: number): Segment[] {
  const starts = entries.map((entry) => Date.parse(entry.at));
  const end = Math.max(nowMs, starts.at(-1) ?? nowMs);
  const durations = starts.map((start, index) => (starts[index + 1] ?? end) - start);
  const drawn = drawToScale(durations, true);
  const names = keyed(entries, (entry) => [entry.at, entry.from, entry.to, entry.source]);
  return names.map(({ key, item: entry }, index) => ({
    key,
    status: entry.to,
    startMs: starts[index] ?? end,
    startText: entry.at_text,
    endMs: starts[index + 1] ?? end,
    share: drawn[index]?.share ?? 0,
    source: entry.source,
    gap: entry.gap,
    open: index === entries.length - 1,
    fit: drawn[index]?.fit ?? "scaled",
    backward: index > 0 && isBackward(entries[index - 1]?.to ?? null, entry.to),
  }));
}

function isBackward(from: string | null, to: string): boolean {
  const before = FULLNESS.indexOf(from ?? "");
  const after = FULLNESS.indexOf(to);
  return before !== -1 && after !== -1 && after < before;
}

/**
 * When the file was first complete, and how long that took from creation (interface, event rule 2). Null before. Where
 * an event is missing up to then, an earlier completion may be what is missing, and an event whose time could not be read
 * is dated by its signature, after the completion: `atMost`.
 */
export function firstCompletion(
  firstCompletedAt: string | null,
  createdAt: string | null,
  entries: readonly Pick<TimelineEntry, "at" | "at_text" | "gap">[],
): { tookMs: number | null; atMost: boolean } | null {
  if (firstCompletedAt === null) return null;
  const tookMs = createdAt === null ? null : Math.max(0, Date.parse(firstCompletedAt) - Date.parse(createdAt));
  const isUnsure = ({ at, at_text, gap }: (typeof entries)[number]) =>
    (gap && at <= firstCompletedAt) || (at_text !== null && at === firstCompletedAt);
  return { tookMs, atMost: entries.some(isUnsure) };
}

/**
 * How a stay is drawn. `scaled` ones are all to one scale; `shortened` ones lasted longer than that scale would say,
 * `widened` ones shorter, and each has to be marked as such.
 */
type Fit = "scaled" | "shortened" | "widened";
type Drawn = { share: number; fit: Fit };

/** A stay this many times as long as all shorter ones together would leave nothing to see of them. */
const TOO_LONG = 20;
/** What one can still read and point at, as a share of the width. */
const LEAST_SHARE = 0.11;

/** The least share of each of so many stays: half of the width at most goes to keeping them legible. */
export const leastShare = (count: number): number => Math.min(LEAST_SHARE, 0.5 / Math.max(1, count));

/**
 * Shares of the width for stays of these lengths in milliseconds, 1 in all. One of seven minutes beside one of three
 * months is legible, since the long one is broken; a longer one is never drawn narrower than a shorter one. The last one
 * goes on where `open` says so, and is drawn no longer than all before it together: months of a full file would leave
 * nothing to see of how it filled up.
 */
export function drawToScale(durations: readonly number[], open: boolean): Drawn[] {
  const { lengths, shortened } = broken(durations);
  const last = durations.length - 1;
  const past = lengths.slice(0, -1).reduce((sum, length) => sum + length, 0);
  if (open && past > 0 && (lengths[last] ?? 0) > past) {
    lengths[last] = past;
    shortened.add(last);
  }
  const least = leastShare(durations.length);
  const shares = withLeast(lengths, least);
  return shares.map(({ share, raised }, index) => ({
    share,
    fit: shortened.has(index) ? "shortened" : raised ? "widened" : "scaled",
  }));
}

/** Lengths to draw: a stay that would dwarf all shorter ones is as long as they are together, longer ones in proportion. */
function broken(durations: readonly number[]): { lengths: number[]; shortened: Set<number> } {
  const lengths = durations.map(() => 0);
  const shortened = new Set<number>();
  let factor = 1;
  let sum = 0;
  const ascending = durations
    .map((duration, index) => ({ duration, index }))
    .toSorted((a, b) => a.duration - b.duration);
  for (const { duration, index } of ascending) {
    if (sum > 0 && duration * factor > TOO_LONG * sum) factor = sum / duration;
    if (factor < 1) shortened.add(index);
    lengths[index] = duration * factor;
    sum += duration * factor;
  }
  return { lengths, shortened };
}

/** Proportional shares, none below the least: those that would be are raised to it, and the others share the rest. */
function withLeast(lengths: readonly number[], least: number): { share: number; raised: boolean }[] {
  const raised = new Set<number>();
  for (;;) {
    const rest = lengths.filter((_, index) => !raised.has(index));
    const total = rest.reduce((sum, length) => sum + length, 0);
    const free = 1 - least * raised.size;
    if (total <= 0) return lengths.map(() => ({ share: 1 / lengths.length, raised: lengths.length > 1 }));
    const share = (index: number) => (free * (lengths[index] ?? 0)) / total;
    const low = lengths.flatMap((_, index) => (!raised.has(index) && share(index) < least ? [index] : []));
    if (low.length === 0) {
      return lengths.map((_, index) =>
        raised.has(index) ? { share: least, raised: true } : { share: share(index), raised: false },
      );
    }
    for (const index of low) raised.add(index);
  }
}
