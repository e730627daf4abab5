import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verifications/verification.ts";
import { keyed } from "./keyed.ts";
import { drawToScale, type Fit } from "./timeline-scale.ts";

/** One stay in a documents_status, as it is drawn. Times are milliseconds since the epoch. */
export type Segment = {
  key: string;
  status: string;
  startMs: number;
  endMs: number;
  /** Share of the whole width, 0 to 1; all shares together are 1. */
  share: number;
  source: TimelineEntry["source"];
  /** An event is missing before this stay: the one that would lead to where it starts from, or, where only a reading told it, its own. */
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
 * an event is missing up to then, an earlier completion may be what is missing: `atMost`.
 */
export function firstCompletion(
  firstCompletedAt: string | null,
  createdAt: string | null,
  entries: readonly Pick<TimelineEntry, "at" | "gap">[],
): { tookMs: number | null; atMost: boolean } | null {
  if (firstCompletedAt === null) return null;
  const tookMs = createdAt === null ? null : Math.max(0, Date.parse(firstCompletedAt) - Date.parse(createdAt));
  return { tookMs, atMost: entries.some((entry) => entry.gap && entry.at <= firstCompletedAt) };
}
