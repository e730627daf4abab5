import { describe, expect, it } from "vitest";
import { readDay, statementsOf } from "./import.ts";

describe("a day of a sheet", () => {
  it.each([
    ["2026-04-03", undefined, "2026-04-03"],
    ["2026-04-03T00:00:00.000Z", undefined, "2026-04-03"],
    ["03/04/2026", undefined, null],
    ["03/04/2026", "dmy", "2026-04-03"],
    ["03/04/2026", "mdy", "2026-03-04"],
    ["3.4.2026", "dmy", "2026-04-03"],
    ["31/02/2026", "dmy", null],
    ["2026-13-01", undefined, null],
    ["ayer", "dmy", null],
    ["03/04/26", "dmy", null],
  ] as const)("%s in the order %s is %s", (text, order, day) => {
    expect(readDay(text, order)).toBe(day);
  });
});

it("makes a statement of each subject that a row names", () => {
  const row = { row: 2, file: "EXP-1", since: "2023-03-14", last_check: "2025-12-02", issued: "2026-10-12" };
  expect(statementsOf(row, { document_kind: "proof", people_id: undefined }, undefined)).toEqual({
    stated: [
      { kind: "relation", since: "2023-03-14", until: null },
      { kind: "yearly_check", outcome: "complete", checked_on: "2025-12-02" },
      {
        kind: "document_dates",
        document_kind: "proof",
        people_id: undefined,
        issued_on: "2026-10-12",
        expires_on: undefined,
      },
    ],
  });
  expect(
    statementsOf({ ...row, issued: "03/04/2026" }, { document_kind: "proof", people_id: undefined }, undefined),
  ).toEqual({
    unread: "issued",
  });
});
