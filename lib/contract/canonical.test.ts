import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#test/effort.ts";
import { canonicalJson } from "./text.ts";

/** What JSON makes of it: -0 becomes 0. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const json = fc.jsonValue({ maxDepth: 4 });

/** The same value with the fields of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, entry]) => [key, turned(entry)]),
  );
}

describe("canonical JSON", () => {
  it("sorts keys by code unit at every depth and leaves no white space", () => {
    expect(canonicalJson({ b: [{ d: 1, c: " " }], a: null, B: true })).toBe(
      '{"B":true,"a":null,"b":[{"c":" ","d":1}]}',
    );
  });

  it("leaves out what JSON leaves out", () => {
    expect(canonicalJson({ a: undefined, b: [undefined, Number.NaN] })).toBe('{"b":[null,null]}');
    expect(canonicalJson(undefined)).toBe("null");
  });

  it("means the same as the data it came from", () => {
    fc.assert(fc.property(json, (value) => isDeepStrictEqual(JSON.parse(canonicalJson(value)), plain(value))));
  });

  it("is the same whatever order the fields came in", () => {
    fc.assert(fc.property(json, (value) => canonicalJson(turned(value)) === canonicalJson(value)));
  });

  it("differs exactly where the data differ", () => {
    const few = fc.jsonValue({ maxDepth: 1, stringUnit: fc.constantFrom("a", "b") });
    fc.assert(
      fc.property(few, few, (one, other) => {
        return (canonicalJson(one) === canonicalJson(other)) === isDeepStrictEqual(plain(one), plain(other));
      }),
      { numRuns: examples(100) },
    );
  });

  it("keeps the order of a list, and texts apart from numbers", () => {
    expect(new Set([[1, 2], [2, 1], ["1", 2], [[1], 2], [1]].map(canonicalJson)).size).toBe(5);
  });
});
