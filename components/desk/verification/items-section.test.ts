import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { type Person, readPeople } from "#lib/core/contract/people/person.ts";
import { ITEM_ERRORS, type VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { withProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { LOCALES, type Locale, PEOPLE_WORDS, shown } from "#tools/test/shown.tsx";
import { itemsByUrgency } from "./item-entry.tsx";
import { ItemsSection } from "./items-section.tsx";

const AT = "2026-11-01T10:00:00.000000Z";
const item = (item_id: number, more: Partial<VerificationItem> = {}): VerificationItem =>
  withProblem({
    item_id,
    item_type: "csf_mx",
    internal_status: null,
    item_error: null,
    completed_at: AT,
    extraction_completed_at: null,
    success: null,
    history: [],
    ...more,
  });

it.each<[string, Partial<VerificationItem>, string]>([
  ["that completed", {}, "done"],
  ["that has not completed", { completed_at: null }, "open"],
  ["with an error code, completed or not", { item_error: "password_protected_pdf" }, "failed"],
  ["whose file is unreadable, without an error code", { item_type: "corrupted_file" }, "failed"],
  ["whose extraction failed, without an error code", { success: false }, "failed"],
  ["that could not be classified", { item_type: "unknown" }, "unclassified"],
  ["of a type not stated yet", { item_type: null, completed_at: null }, "open"],
])("sees an item %s", (_, more, state) => {
  expect(itemsByUrgency([item(1, more)])).toMatchObject([{ state }]);
});

it("sorts items that need a reviewer first, and by id within a state", () => {
  const items = [item(1), item(2, { item_type: "unknown" }), item(4, { success: false }), item(3, { item_error: "x" })];
  expect(itemsByUrgency(items).map((entry) => entry.item.item_id)).toEqual([3, 4, 2, 1]);
});

describe.each(Object.keys(LOCALES) as Locale[])("in %s", (locale) => {
  const words = LOCALES[locale];
  const textOf = (more: Partial<VerificationItem>) =>
    shown(createElement(ItemsSection, { items: [item(1, more)], verificationId: "ver_1", tag: null }), locale).text;

  it("states the causes of codes as in the interface, and calls those of other codes possible", () => {
    const asserted = ["password_protected_pdf", "get_input_file_info_failed"];
    for (const item_error of ITEM_ERRORS) {
      const cause = words.itemError[item_error];
      const possible = words.items.possibleCause.replace("{cause}", cause);
      const text = textOf({ item_error });
      expect(text).toContain(cause);
      expect([item_error, text.includes(possible)]).toEqual([item_error, !asserted.includes(item_error)]);
    }
  });

  it.each<[string, Partial<VerificationItem>, string]>([
    ["a named error", { item_error: "no_splits_returned" }, words.itemErrorTodo.no_splits_returned],
    ["an error that the interface does not name", { item_error: "Stream ended" }, words.items.todo.other],
    ["an extraction that failed without an error", { success: false }, words.items.todo.other],
    [
      "an unreadable file",
      { item_type: "corrupted_file", item_error: "Stream ended" },
      words.items.todo.corrupted_file,
    ],
    ["an item that could not be classified", { item_type: "unknown" }, words.items.todo.unknown],
  ])("tells for %s the action, its actor and its place", (_, more, todo) => {
    const text = textOf(more);
    for (const part of [todo, words.request.copy, words.request.who]) expect(text).toContain(part);
  });

  it("shows an error that the interface does not define unchanged, and the known part of a file's type", () => {
    const unnamed = textOf({ item_error: "Unexpected end of stream" });
    for (const part of ["Unexpected end of stream", words.items.unnamedError]) expect(unnamed).toContain(part);
    expect(textOf({ item_type: "corrupted_file" })).toContain(words.items.outcome.corrupted_file);
    const unclassified = textOf({ item_type: "unknown" });
    for (const part of [words.items.outcome.unknown, words.itemTypeMeaning.unknown])
      expect(unclassified).toContain(part);
  });

  it("requests no action for an item without a problem", () => {
    for (const part of [words.request.todo, words.request.copy, words.request.who])
      expect(textOf({})).not.toContain(part);
  });
});

it("names the people whose lookups came from the item, and no others", () => {
  const lookup = {
    at: AT,
    last_at: AT,
    reports: 1,
    outcome: "ended" as const,
    people_error: null,
    people_error_message: null,
    item_id: 3,
    item_type: "csf_mx",
    shareholder_id: null,
  };
  const reported = { lookup_error: null, has_older_lookups: false };
  const people = readPeople([
    { people_id: 71, full_name: "Ana Robles" },
    { people_id: 72 },
    { people_id: 73, full_name: "Raúl Peña" },
  ]).map((person, index): Person => ({ ...person, ...reported, lookups: index < 2 ? [lookup] : [] }));
  const { text } = shown(
    createElement(ItemsSection, { items: [item(3), item(4)], people, verificationId: "ver_1", tag: null }),
    "en",
  );
  expect(text).toContain("2 people");
  expect(text).toMatch(/Ana Robles\s+#71/);
  expect(text).toMatch(new RegExp(`${PEOPLE_WORDS.en.unnamed}\\s+#72`));
  expect(text).not.toContain("Raúl");
});
