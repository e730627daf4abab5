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

describe("changes in a read of a verification", () => {
  it.each([
    ["646180157000000004", "646180157000000005"],
    ["1e400", "1e401"],
    ["0.12345678901234567890", "0.12345678901234567891"],
  ])("include a number that differs in a digit beyond JavaScript's precision: %s", (one, other) => {
    const body = (number: string) => `{"status":"pending","folio":${number},"list":[{"deep":${number}}]}`;
    expect(readingChanges("verification", body(one), body(other))).toEqual([
      { field: "other", name: "folio" },
      { field: "other", name: "list" },
    ]);
    expect(readingChanges("verification", body(one), body(one))).toEqual([]);
    const person = (number: string) => `{"full_list":[{"people_id":1,"folio":${number}}]}`;
    expect(readingChanges("people", person(one), person(other))).toMatchObject([{ field: "people", changed: 1 }]);
  });

  it("are all of its facts, if it is the first", () => {
    expect(changes(answer)).toEqual([
      { field: "status", from: null, to: "pending" },
      { field: "documents_status", from: null, to: "partial_upload" },
      { field: "tag", from: null, to: "EXP-1" },
      { field: "account_id", from: null, to: "acc_1" },
      { field: "findings", from: null, to: { high: 1, medium: 0, low: 0 }, computed_at },
      { field: "other", name: "channel" },
    ]);
  });

  it("name an unreadable time of creation as it is written", () => {
    const created = (created_at: unknown) => ({ ...answer, created_at });
    expect(changes(created("once"), created("2026-11-20T10:00:00Z"))).toEqual([
      { field: "created_at", from: "2026-11-20T10:00:00.000000Z", to: "once" },
    ]);
    expect(changes(created("once"), created("once"))).toEqual([]);
  });

  it("are the facts that differ from the previous read", () => {
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

  it("include a run with the same findings if it was computed again", () => {
    const again = "2026-11-20T11:00:00.000000Z";
    const later = { ...answer, findings: { items: [high], computed_at: again } };
    const counts = { high: 1, medium: 0, low: 0 };
    expect(changes(later, answer)).toEqual([{ field: "findings", from: counts, to: counts, computed_at: again }]);
  });

  it("include facts that are absent now", () => {
    expect(changes({ ...answer, tag: undefined }, answer)).toEqual([{ field: "tag", from: "EXP-1", to: null }]);
  });

  it("include changed fields of an unknown form", () => {
    expect(changes({ ...answer, status: 5 }, { ...answer, status: 4 })).toEqual([{ field: "other", name: "status" }]);
    expect(changes({ ...answer, tag: 1 })).not.toContainEqual(expect.objectContaining({ field: "tag" }));
  });

  it("are found under `data` too, and are none if only the form of the answer changed", () => {
    expect(changes({ data: { ...answer, status: "error" } }, answer)).toEqual([
      { field: "status", from: "pending", to: "error" },
    ]);
    expect(changes({ data: answer }, answer)).toEqual([]);
  });
});

describe("changes in a read of people", () => {
  const person = (people_id: number | null, success: boolean, expires_at = "2026-11-20T10:15:00Z") => ({
    people_id,
    external_identities: { curp: { success, search_number: "X", curp_file: { available: success, expires_at } } },
  });
  const people = (...full_list: object[]) => ({ full_list });
  const found = (now: object, before: object | null = null) => changes(now, before, "people");

  it("are the numbers of new, missing and changed people, without their identity", () => {
    expect(found(people(person(1, true), person(2, false)))).toEqual([
      { field: "people", from: null, to: 2, added: 2, removed: 0, changed: 0 },
    ]);
    expect(found(people(person(2, true), person(3, true)), people(person(1, true), person(2, false)))).toEqual([
      { field: "people", from: 2, to: 2, added: 1, removed: 1, changed: 1 },
    ]);
  });

  it("are none if only the addresses of their PDFs were signed again", () => {
    expect(found(people(person(1, true)), people(person(1, true, "2026-11-21T10:15:00Z")))).toEqual([]);
  });

  it("include people without an id", () => {
    expect(found(people(person(null, true)), people(person(null, false)))).toEqual([
      { field: "people", from: 1, to: 1, added: 1, removed: 1, changed: 0 },
    ]);
  });

  it("are mentioned without numbers if there is no list", () => {
    expect(found({ full_list: 1 })).toEqual([{ field: "other", name: "full_list" }]);
  });
});
