import type { TimelineEntry } from "#lib/contract/verification.ts";

/** One stay in a documents_status, as it is drawn. Times are milliseconds since the epoch. */
export type Segment = {
  status: string;
  startMs: number;
  endMs: number;
  /** Share of the whole width, 0 to 1; all shares together are 1. */
  share: number;
  source: TimelineEntry["source"];
  /** An event is missing before this stay. */
  gap: boolean;
  /** The stay goes on. */
  open: boolean;
  /** The file moved back here: from fuller to less full. */
  backward: boolean;
};

/** What one can still see and point at: no stay is drawn narrower, however short beside one of months. */
const LEAST_SHARE = 0.03;

const FULLNESS = ["pending_upload", "partial_upload", "pending_external", "full_upload"];

/**
 * The timeline to scale: consecutive stays that cover the time from the first change to `nowMs` without overlap. Short
 * stays beside long ones are widened to stay legible, at the cost of the others in proportion.
 */
export function timelineSegments(entries: readonly TimelineEntry[], nowMs: number): Segment[] {
  const starts = entries.map((entry) => Date.parse(entry.at));
  const end = Math.max(nowMs, starts.at(-1) ?? nowMs);
  const durations = starts.map((start, index) => (starts[index + 1] ?? end) - start);
  const shares = legibleShares(durations);
  return entries.map((entry, index) => ({
    status: entry.to,
    startMs: starts[index] ?? end,
    endMs: starts[index + 1] ?? end,
    share: shares[index] ?? 0,
    source: entry.source,
    gap: entry.gap,
    open: index === entries.length - 1,
    backward: index > 0 && isBackward(entries[index - 1]?.to ?? null, entry.to),
  }));
}

function isBackward(from: string | null, to: string): boolean {
  const before = FULLNESS.indexOf(from ?? "");
  const after = FULLNESS.indexOf(to);
  return before !== -1 && after !== -1 && after < before;
}

/** Proportional shares, none below the least that is legible (or an equal share where there are very many). */
export function legibleShares(durations: readonly number[]): number[] {
  if (durations.length === 0) return [];
  const least = Math.min(LEAST_SHARE, 1 / durations.length);
  const total = durations.reduce((sum, duration) => sum + duration, 0);
  if (total <= 0) return durations.map(() => 1 / durations.length);
  const free = 1 - least * durations.length;
  return durations.map((duration) => least + (free * duration) / total);
}

/** When the file was first complete, and how long that took from creation (interface, event rule 2). Null before. */
export function firstCompletion(
  firstCompletedAt: string | null,
  createdAt: string | null,
): { atMs: number; tookMs: number | null } | null {
  if (firstCompletedAt === null) return null;
  const atMs = Date.parse(firstCompletedAt);
  return { atMs, tookMs: createdAt === null ? null : Math.max(0, atMs - Date.parse(createdAt)) };
}
