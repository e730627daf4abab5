import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { NONE_SELECTED, type Selected, selectAll, selectRow } from "./selection.ts";

const ROWS = ["a", "b", "c", "d", "e"];
const selectedBy = (...steps: [key: string, range?: boolean][]): readonly string[] =>
  steps.reduce<Selected>((selected, [key, range = false]) => selectRow(selected, ROWS, key, range, 4), NONE_SELECTED)
    .keys;

describe("selecting rows", () => {
  it("adds a row, and takes it off again", () => {
    expect(selectedBy(["b"], ["d"])).toEqual(["b", "d"]);
    expect(selectedBy(["b"], ["d"], ["b"])).toEqual(["d"]);
  });

  it("adds a range from the row before, in either direction, and from the same row again", () => {
    expect(selectedBy(["b"], ["d", true])).toEqual(["b", "c", "d"]);
    expect(selectedBy(["d"], ["b", true])).toEqual(["d", "c", "b"]);
    expect(selectedBy(["c"], ["d", true], ["b", true])).toEqual(["c", "d", "b"]);
  });

  it("begins a range if there was none, or if the row before is gone", () => {
    expect(selectedBy(["c", true])).toEqual(["c"]);
    expect(selectRow({ keys: ["gone"], anchor: "gone" }, ROWS, "a", true, 4)).toEqual({
      keys: ["gone", "a"],
      anchor: "a",
    });
  });

  it("stops at the maximum, keeping the rows nearest to the beginning of the range", () => {
    expect(selectedBy(["e"], ["a", true])).toEqual(["e", "d", "c", "b"]);
    expect(selectAll({ keys: ["d"], anchor: "d" }, ROWS, 4).keys).toEqual(["d", "a", "b", "c"]);
  });

  it("never holds a row twice, nor more rows than the maximum", () => {
    const step = fc.tuple(fc.constantFrom(...ROWS), fc.boolean());
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const keys = selectedBy(...steps);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.length).toBeLessThanOrEqual(4);
      }),
      { numRuns: examples(100) },
    );
  });
});
