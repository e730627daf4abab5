import fc from "fast-check";
import { expect, it } from "vitest";
import type { WrittenEntry } from "#components/kit/file-parts.ts";
import type {
  DeliveryEntry,
  EventStatement,
  VerificationEventEntry,
} from "#lib/core/contract/verifications/activity.ts";
import { deliveryEntry, readingEntry } from "#tools/test/activity-entries.ts";
import { joinStatements } from "./activity-entry.tsx";
import { groupEntries, mergeLines } from "./activity-lines.ts";

const entries = fc
  .array(fc.oneof(deliveryEntry, readingEntry), { maxLength: 12 })
  .map((all) => all.map((entry, entry_id): VerificationEventEntry => ({ ...entry, entry_id })));

const status = (from: string | null, to: string, item_error: string | null = null): EventStatement => ({
  kind: "item_status",
  item_id: 1,
  item_type: null,
  item_error,
  from,
  to,
});

it("consecutive changes of a status are shown as one, and an error once", () => {
  const completed: EventStatement = { kind: "item_completed", item_id: 1, item_type: null, item_error: "broken" };
  const statements = [
    status(null, "queued"),
    status("queued", "extracting"),
    status("extracting", "failed", "broken"),
    status("queued", "extracting", "broken"),
    completed,
  ];
  const [entry] = fc.sample(deliveryEntry, 1);
  if (!entry) throw new Error("no entry");
  const said = joinStatements(statements.map((statement) => ({ ...entry, statement })));
  expect(said.map(({ statement }) => statement)).toEqual([
    status(null, "queued → extracting → failed", "broken"),
    status("queued", "extracting"),
    { ...completed, item_error: null },
  ]);
});

it("each entry of the activity is in exactly one group, in the order of the activity", () => {
  fc.assert(
    fc.property(entries, (feed) => {
      const groups = groupEntries(feed);
      const ids = groups.map((group) => group.entries.map(({ entry_id }) => entry_id));
      expect(ids.flat().toSorted((a, b) => a - b)).toEqual(feed.map(({ entry_id }) => entry_id));
      expect(ids.map(([first = -1]) => first)).toEqual(ids.map(([first = -1]) => first).toSorted((a, b) => a - b));
      for (const own of ids) expect(own).toEqual(own.toSorted((a, b) => a - b));
    }),
  );
});

it("entries about one document within a minute are a group, even with others between; a minute later a new group begins", () => {
  const at = (signed_at: string, item_id: number, entry_id: number): VerificationEventEntry => ({
    kind: "delivery",
    entry_id,
    delivery_id: entry_id,
    event_name: "verification_item.v2.completed",
    statement: { kind: "item_completed", item_id, item_type: null, item_error: null },
    state: "applied",
    received_at: signed_at,
    signed_at,
    event_at: null,
    event_at_text: null,
    late: false,
    copies: 1,
    last_error: null,
    kept: true,
    too_large: false,
    payload: "{}",
  });
  const feed = [
    at("2026-11-20T12:01:50.000000Z", 1, 0),
    at("2026-11-20T12:01:40.000000Z", 2, 1),
    at("2026-11-20T12:01:10.000000Z", 1, 2),
    at("2026-11-20T12:00:59.000000Z", 1, 3),
  ];
  expect(groupEntries(feed).map((group) => group.entries.map(({ entry_id }) => entry_id))).toEqual([[0, 2], [1], [3]]);
});

const note = fc
  .record({
    id: fc.nat(),
    at: fc.constantFrom("2026-10-05T12:00:00.000000Z", "2026-10-05T12:07:30.000000Z"),
  })
  .map(({ id, at }): WrittenEntry => ({ key: `note ${id}`, at, shown: "x" }));

it("notes and letters are sorted among the entries by time, and left out if older than the loaded entries", () => {
  const [delivery] = fc.sample(deliveryEntry, 1);
  if (!delivery) throw new Error("no entry");
  const groupAt = (minute: number) => ({
    key: String(minute),
    entries: [{ ...delivery, signed_at: `2026-10-05T12:${String(minute).padStart(2, "0")}:00.000000Z` }],
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(20), { minLength: 1 }),
      fc.uniqueArray(note, { selector: ({ key }) => key }),
      fc.boolean(),
      (minutes, given, all) => {
        const groups = minutes.toSorted((one, other) => other - one).map(groupAt);
        const notes = given.toSorted((one, other) => (one.at < other.at ? -1 : 1));
        const letters = notes.map((one) => ({ ...one, key: one.key.replace("note", "letter") }));
        const lines = mergeLines(groups, [...notes, ...letters], all);
        const times = lines.map((line) => ("at" in line ? line.at : (line.entries[0] as DeliveryEntry).signed_at));
        expect(times).toEqual(times.toSorted().toReversed());
        expect(lines.filter((line) => "entries" in line)).toEqual(groups);
        const oldest = groups.at(-1)?.entries[0]?.signed_at ?? "";
        const shown = lines.flatMap((line) => ("at" in line ? [line.key] : []));
        const expected = [...notes, ...letters].filter(({ at }) => all || at >= oldest).map(({ key }) => key);
        expect(shown.toSorted()).toEqual(expected.toSorted());
      },
    ),
  );
});

it("without entries, notes are shown when all is loaded", () => {
  const [one] = fc.sample(note, 1);
  if (!one) throw new Error("no note");
  expect(mergeLines([], [one], true)).toEqual([one]);
  expect(mergeLines([], [one], false)).toEqual([]);
});
