import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countUpdated, flattenPages, holdRows } from "./hold-rows.ts";

type TestRow = { id: string; version: number };
const idOf = ({ id }: TestRow): string => id;
const rows = (ids: string, version = 1): TestRow[] => [...ids].map((id) => ({ id, version }));
const ids = (held: readonly TestRow[]) => held.map(idOf).join("");
const hold = (shown: string, fresh: string, complete = false) => {
  const held = holdRows(rows(shown), rows(fresh, 2), complete, idOf);
  return [ids(held.rows), held.waiting];
};

describe("holdRows", () => {
  it.each([
    ["nothing new", "ABC", "ABC", ["ABC", 0]],
    ["a new first row waits", "ABC", "XABC", ["ABC", 1]],
    ["a row that moved to the top keeps its place and counts as one", "ABCD", "DABC", ["ABCD", 1]],
    ["the next page is added below", "ABC", "ABCDE", ["ABCDE", 0]],
    ["the next page is added although a row has moved", "ABC", "CABDE", ["ABCDE", 1]],
    ["the next page is added although a row has moved to the end", "ABC", "BCDEA", ["ABCDE", 1]],
    ["rows that new rows pushed to unloaded pages stay, and are no change", "ABCD", "XYAB", ["ABCD", 2]],
    ["a removed row stays until the changes are shown", "ABCD", "ABD", ["ABCD", 1]],
    ["all rows are replaced", "AB", "XY", ["AB", 2]],
    ["a first row appears at once", "", "AB", ["AB", 0]],
  ] as const)("%s", (_, shown, fresh, expected) => {
    expect(hold(shown, fresh)).toEqual(expected);
  });

  it("counts a missing last row if the fresh rows are complete", () => {
    expect(hold("ABCD", "ABC", true)).toEqual(["ABCD", 1]);
  });

  it("shows fresh contents in the old places", () => {
    expect(holdRows(rows("AB"), rows("BA", 2), true, idOf).rows).toEqual(rows("AB", 2));
  });

  it("returns the same rows when nothing changes", () => {
    const shown = rows("ABC");
    expect(holdRows(shown, [...shown], true, idOf).rows).toBe(shown);
  });

  const list = fc
    .uniqueArray(fc.constantFrom(..."ABCDEFGHIJKLMNOP"), { maxLength: 16 })
    .map((chosen) => chosen.join(""));

  it("never moves, drops or doubles a shown row, whatever arrives", () => {
    fc.assert(
      fc.property(list, list, fc.boolean(), (shown, fresh, complete) => {
        const held = holdRows(rows(shown), rows(fresh, 2), complete, idOf);
        expect(ids(held.rows).startsWith(shown)).toBe(true);
        expect(new Set(ids(held.rows)).size).toBe(held.rows.length);
        const again = holdRows(held.rows, rows(fresh, 2), complete, idOf);
        expect(ids(again.rows)).toBe(ids(held.rows));
      }),
    );
  });

  it("has no waiting changes exactly when the fresh order would move no row", () => {
    fc.assert(
      fc.property(list, list, (shown, fresh) => {
        const held = holdRows(rows(shown), rows(fresh), true, idOf);
        expect(held.waiting === 0).toBe(ids(held.rows) === fresh);
      }),
    );
  });
});

describe("countUpdated", () => {
  const changed = (order: string, which: string) =>
    [...order].map((id) => ({ id, version: which.includes(id) ? 2 : 1 }));
  const count = (before: string, order: string, which: string) =>
    countUpdated(rows(before), holdRows(rows(before), changed(order, which), false, idOf), idOf);

  it.each([
    ["nothing when contents changed but no place", "ABCD", "ABCD", "AB", 0],
    ["changed rows, even if fewer rows have moved", "ABCD", "BACD", "AB", 2],
    ["new and changed rows", "ABC", "XCAB", "C", 2],
    ["at least the waiting rows", "ABCD", "DABC", "", 1],
    ["no row of the next page", "AB", "BACD", "BCD", 1],
  ])("counts %s", (_, before, order, which, expected) => {
    expect(count(before, order, which)).toBe(expected);
  });
});

it("joins pages in order and keeps the first of a repeated row", () => {
  const row = (id: string, text: string) => ({ id, text });
  const pages = [{ items: [row("a", "new"), row("b", "")] }, { items: [row("c", ""), row("a", "old")] }];
  expect(flattenPages(pages, ({ id }) => id)).toEqual([row("a", "new"), row("b", ""), row("c", "")]);
});
