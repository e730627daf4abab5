import { withKeys } from "#components/kit/with-keys.ts";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/core/contract/verifications/verification.ts";

/** A period in one documents_status. Times are milliseconds since the epoch. */
export type Stay = {
  key: string;
  status: string;
  startMs: number;
  /** The event's text for an unreadable start (`at_text`). */
  startText: string | null;
  endMs: number;
  source: TimelineEntry["source"];
  /** An event before this stay is missing: the event of its start, or of the previous change if only a reading stated it. */
  gap: boolean;
  /** The stay is the current one. */
  open: boolean;
  /** The file moved back to this status, which is less complete than the previous one. */
  backward: boolean;
};

const BY_COMPLETENESS: readonly string[] = DOCUMENTS_STATUSES;

/** The timeline as consecutive stays, from the first change to `nowMs`. */
export function timelineStays(entries: readonly TimelineEntry[], nowMs: number): Stay[] {
  const starts = entries.map((entry) => Date.parse(entry.at));
  const end = Math.max(nowMs, starts.at(-1) ?? nowMs);
  const names = withKeys(entries, (entry) => [entry.at, entry.from, entry.to, entry.source]);
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
  const before = BY_COMPLETENESS.indexOf(from ?? "");
  const after = BY_COMPLETENESS.indexOf(to);
  return before !== -1 && after !== -1 && after < before;
}

/**
 * When the file was first complete, and how long that took from its creation (interface, event rule 2); null before.
 * `atMost`: the duration is an upper bound, because a missing event may have been an earlier completion, or because an
 * event without a readable time is dated by its later signature.
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
