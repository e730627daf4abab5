import { createElement } from "react";
import { expect, it } from "vitest";
import { type Person, readPeople } from "#lib/contract/people/person.ts";
import type { VerificationItem } from "#lib/contract/verifications/verification.ts";
import { PEOPLE_WORDS, shown } from "#test/shown.tsx";
import { ItemsSection, itemsByUrgency } from "./items-section.tsx";

const AT = "2026-11-01T10:00:00.000000Z";
const item = (item_id: number, more: Partial<VerificationItem> = {}): VerificationItem => ({
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

it("puts what needs a reviewer first and keeps ids in order within", () => {
  const items = [item(1), item(2, { item_type: "unknown" }), item(4, { success: false }), item(3, { item_error: "x" })];
  expect(itemsByUrgency(items).map((entry) => entry.item.item_id)).toEqual([3, 4, 2, 1]);
});

it("names the people whose lookups followed an item, and says nothing of people elsewhere", () => {
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
  const { text } = shown(createElement(ItemsSection, { items: [item(3), item(4)], people }), "en");
  expect(text).toContain("2 people");
  expect(text).toMatch(/Ana Robles\s+#71/);
  expect(text).toMatch(new RegExp(`${PEOPLE_WORDS.en.unnamed}\\s+#72`));
  expect(text).not.toContain("Raúl");
});
