import type { WrittenEntry } from "#components/kit/file-parts.ts";
import type { VerificationEventEntry } from "#lib/core/contract/verifications/activity.ts";
import { statedAt } from "./activity-entry.tsx";

type EntryGroup = { key: string; entries: VerificationEventEntry[] };

type ActivityLine = EntryGroup | WrittenEntry;

/**
 * Groups the deliveries about one document or label within a minute. A group is at the place of its newest entry.
 * `entries` and the groups are newest first.
 */
export function groupEntries(entries: readonly VerificationEventEntry[]): EntryGroup[] {
  return [...Map.groupBy(entries, groupOf)].map(([key, own]) => ({ key, entries: own }));
}

/**
 * Groups and what people wrote, newest first by time. Writings older than the oldest loaded entry are left out until all
 * entries are loaded (`all`), since older entries belong between them.
 */
export function mergeLines(
  groups: readonly EntryGroup[],
  written: readonly WrittenEntry[],
  all: boolean,
): ActivityLine[] {
  const timeOf = ({ entries: [newest] }: EntryGroup) => (newest ? statedAt(newest) : "");
  const oldest = groups.at(-1);
  const due = written.filter(({ at }) => all || (oldest !== undefined && at >= timeOf(oldest)));
  const dated: { line: ActivityLine; at: string }[] = [
    ...groups.map((line) => ({ line, at: timeOf(line) })),
    ...due.map((line) => ({ line, at: line.at })).toReversed(),
  ];
  return dated.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).map(({ line }) => line);
}

const MINUTE_LENGTH = "2026-01-31T12:59".length;

function groupOf(entry: VerificationEventEntry): string {
  const statement = entry.kind === "delivery" ? entry.statement : null;
  if (statement && "item_id" in statement) return `item ${statement.item_id} ${minuteOf(entry)}`;
  if (statement && "label" in statement) return `label ${statement.label} ${minuteOf(entry)}`;
  return String(entry.entry_id);
}

const minuteOf = (entry: VerificationEventEntry): string => statedAt(entry).slice(0, MINUTE_LENGTH);
