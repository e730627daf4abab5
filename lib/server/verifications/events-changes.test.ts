import { describe, expect, it } from "vitest";
import { readingChanges } from "./events-changes.ts";

const changes = (now: unknown, before: unknown = null, subject: "verification" | "people" = "verification") =>
  readingChanges(subject, JSON.stringify(now), before === null ? null : JSON.stringify(before));

const computed_at = "2026-11-20T10:00:00.000000Z";
const high = { severity: "high", message: "Falta el acta" };
const answer = {
  verification_id: "ver_1",
  status: "pending",
  documents_status: "partial_upload",
  tag: "EXP-1",
  account_id: "acc_1",
  findings: { items: [high], computed_at },
  channel: "api",
};

describe("what a reading of a verification found", () => {
  it.each([
    ["646180157000000004", "646180157000000005"],
    ["1e400", "1e401"],
    ["0.12345678901234567890", "0.12345678901234567891"],
  ])("is a number that differs in a digit that JavaScript has no place for: %s", (one, other) => {
    const body = (number: string) => `{"status":"pending","folio":${number},"list":[{"deep":${number}}]}`;
    expect(readingChanges("verification", body(one), body(other))).toEqual([
      { field: "other", name: "folio" },
      { field: "other", name: "list" },
    ]);
    expect(readingChanges("verification", body(one), body(one))).toEqual([]);
    const person = (number: string) => `{"full_list":[{"people_id":1,"folio":${number}}]}`;
    expect(readingChanges("people", person(one), person(other))).toMatchObject([{ field: "people", changed: 1 }]);
  });

  it("is all that it states, where it is the first", () => {
    expect(changes(answer)).toEqual([
      { field: "status", from: null, to: "pending" },
      { field: "documents_status", from: null, to: "partial_upload" },
      { field: "tag", from: null, to: "EXP-1" },
      { field: "account_id", from: null, to: "acc_1" },
      { field: "findings", from: null, to: { high: 1, medium: 0, low: 0 }, computed_at },
      { field: "other", name: "channel" },
    ]);
  });

  it("names a time of creation that cannot be read as it is written", () => {
    const created = (created_at: unknown) => ({ ...answer, created_at });
    expect(changes(created("once"), created("2026-11-20T10:00:00Z"))).toEqual([
      { field: "created_at", from: "2026-11-20T10:00:00.000000Z", to: "once" },
    ]);
    expect(changes(created("once"), created("once"))).toEqual([]);
  });

  it("is what it states otherwise than the one before it", () => {
    const later = { ...answer, status: "finished", findings: { items: [], computed_at: null }, channel: undefined };
    expect(changes(later, answer)).toEqual([
      { field: "status", from: "pending", to: "finished" },
      {
        field: "findings",
        from: { high: 1, medium: 0, low: 0 },
        to: { high: 0, medium: 0, low: 0 },
        computed_at: null,
      },
      { field: "other", name: "channel" },
    ]);
  });

  it("is a run with the same findings where it was calculated anew", () => {
    const again = "2026-11-20T11:00:00.000000Z";
    const later = { ...answer, findings: { items: [high], computed_at: again } };
    const counts = { high: 1, medium: 0, low: 0 };
    expect(changes(later, answer)).toEqual([{ field: "findings", from: counts, to: counts, computed_at: again }]);
  });

  it("is what is said no longer", () => {
    expect(changes({ ...answer, tag: undefined }, answer)).toEqual([{ field: "tag", from: "EXP-1", to: null }]);
  });

  it("is named where it changed in a way that is not understood", () => {
    expect(changes({ ...answer, status: 5 }, { ...answer, status: 4 })).toEqual([{ field: "other", name: "status" }]);
    expect(changes({ ...answer, tag: 1 })).not.toContainEqual(expect.objectContaining({ field: "tag" }));
  });

  it("is found under `data` too, and is nothing where only the form of the answer changed", () => {
    expect(changes({ data: { ...answer, status: "error" } }, answer)).toEqual([
      { field: "status", from: "pending", to: "error" },
    ]);
    expect(changes({ data: answer }, answer)).toEqual([]);
  });
});

describe("what a reading of people found", () => {
  const person = (people_id: number | null, success: boolean, expires_at = "2026-11-20T10:15:00Z") => ({
    people_id,
    external_identities: { curp: { success, search_number: "X", curp_file: { available: success, expires_at } } },
  });
  const people = (...full_list: object[]) => ({ full_list });
  const found = (now: object, before: object | null = null) => changes(now, before, "people");

  it("is how many are new, gone and otherwise, and nothing of who they are", () => {
    expect(found(people(person(1, true), person(2, false)))).toEqual([
      { field: "people", from: null, to: 2, added: 2, removed: 0, changed: 0 },
    ]);
    expect(found(people(person(2, true), person(3, true)), people(person(1, true), person(2, false)))).toEqual([
      { field: "people", from: 2, to: 2, added: 1, removed: 1, changed: 1 },
    ]);
  });

  it("is nothing where only the addresses of their PDFs were signed anew", () => {
    expect(found(people(person(1, true)), people(person(1, true, "2026-11-21T10:15:00Z")))).toEqual([]);
  });

  it("is reported of people without an id", () => {
    expect(found(people(person(null, true)), people(person(null, false)))).toEqual([
      { field: "people", from: 1, to: 1, added: 1, removed: 1, changed: 0 },
    ]);
  });

  it("is only named where there is no list", () => {
    expect(found({ full_list: 1 })).toEqual([{ field: "other", name: "full_list" }]);
  });
});
