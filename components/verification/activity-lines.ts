import type { Letter } from "#lib/contract/letters/letter.ts";
import type { Note } from "#lib/contract/notes/note.ts";
import type { VerificationEventEntry } from "#lib/contract/verifications/activity.ts";
import { saidAt } from "./activity-entry.tsx";

type Group = { key: string; entries: VerificationEventEntry[] };

type Written = { notes: readonly Note[]; letters: readonly Letter[] };

type Line = Group | { note: Note } | { letter: Letter };

/**
 * Deliveries about one document or label within a minute are one entry at the place of the newest. `entries` and the
 * groups are newest first.
 */
export function groupEntries(entries: readonly VerificationEventEntry[]): Group[] {
  return [...Map.groupBy(entries, groupOf)].map(([key, own]) => ({ key, entries: own }));
}

/**
 * Groups, newest first, with notes and letters between them by when they were written. Those from before the oldest entry
 * wait until all is loaded: among what is not loaded yet they would be in the wrong place.
 */
export function withWritten(groups: readonly Group[], { notes, letters }: Written, all: boolean): Line[] {
  const timeOf = ({ entries: [newest] }: Group) => (newest ? saidAt(newest) : "");
  const oldest = groups.at(-1);
  const written = [
    ...notes.map((note) => ({ line: { note }, at: note.created_at })),
    ...letters.map((letter) => ({ line: { letter }, at: letter.created_at })),
  ].filter(({ at }) => all || (oldest !== undefined && at >= timeOf(oldest)));
  const dated: { line: Line; at: string }[] = [
    ...groups.map((line) => ({ line, at: timeOf(line) })),
    ...written.toReversed(),
  ];
  return dated.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).map(({ line }) => line);
}

const TO_THE_MINUTE = "2026-01-31T12:59".length;

function groupOf(entry: VerificationEventEntry): string {
  const statement = entry.kind === "delivery" ? entry.statement : null;
  if (statement && "item_id" in statement) return `item ${statement.item_id} ${minuteOf(entry)}`;
  if (statement && "label" in statement) return `label ${statement.label} ${minuteOf(entry)}`;
  return String(entry.entry_id);
}

const minuteOf = (entry: VerificationEventEntry): string =>
  (entry.kind === "reading" ? entry.read_at : entry.signed_at).slice(0, TO_THE_MINUTE);
