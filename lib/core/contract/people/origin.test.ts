import { expect, it } from "vitest";
import { peopleOfItem, shareholderOf, sourceDocuments } from "./origin.ts";
import type { PersonLookup } from "./person.ts";

const lookup = (item_id: number | null, shareholder_id: number | null = null): PersonLookup => ({
  at: "",
  last_at: "",
  reports: 1,
  outcome: "ended",
  people_error: null,
  people_error_message: null,
  item_id,
  item_type: item_id === null ? null : "ac_mx",
  shareholder_id,
});

it("lists the documents that lookups name, each once and the last named first, or none", () => {
  const ids = (...named: (number | null)[]) =>
    sourceDocuments({ lookups: named.map((id) => lookup(id)) }).map(({ item_id }) => item_id);
  expect(ids(null, 15, 12, 15)).toEqual([15, 12]);
  expect(ids(null)).toEqual([]);
  expect(ids()).toEqual([]);
});

it("takes the shareholder from the answer, else from the last lookup that names one", () => {
  const lookups = [lookup(12), lookup(12, 3), lookup(12, 2)];
  expect(shareholderOf({ shareholder_id: 7, lookups })).toBe(7);
  expect(shareholderOf({ shareholder_id: null, lookups })).toBe(3);
  expect(shareholderOf({ shareholder_id: null, lookups: [] })).toBeNull();
});

it("finds the people of a document, even when a later lookup names another document or none", () => {
  const people = [{ lookups: [lookup(null), lookup(12)] }, { lookups: [lookup(15)] }, { lookups: [] }];
  expect(peopleOfItem(people, 12)).toEqual([people[0]]);
  expect(peopleOfItem(people, 13)).toEqual([]);
});
