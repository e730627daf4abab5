import { keyed } from "#components/page/keyed.ts";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verifications/verification.ts";

/** A period in one documents_status. Times are milliseconds since the epoch. */
export type Stay = {
  key: string;
  status: string;
  startMs: number;
  /** The event's text for an unreadable start (`at_text`). */
  startText: string | null;
  endMs: number;
  source: TimelineEntry["source"];
  /** An event is missing before it: of its start, or of the previous change if only a read stated it. */
  gap: boolean;
  /** The stay is the current one. */
  open: boolean;
  /** The file moved back here: from fuller to less full. */
  backward: boolean;
};

const FULLNESS: readonly string[] = DOCUMENTS_STATUSES;

/** The timeline as consecutive stays that cover the time from the first change to `nowMs` without overlap. */
export function timelineStays(entries: readonly TimelineEntry[], nowMs: number): Stay[] {
  const starts = entries.map((entry) => Date.parse(entry.at));
  const end = Math.max(nowMs, starts.at(-1) ?? nowMs);
  const names = keyed(entries, (entry) => [entry.at, entry.from, entry.to, entry.source]);
  return names.map(({ key, item: entry }, index) => ({
    key,
    status: entry.to,
    startMs: starts[index] ?? end,
    startText: entry.at_text,
    endMs: starts[index + 1] ?? end,
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
