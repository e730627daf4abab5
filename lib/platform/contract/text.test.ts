import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { freeText, identifier, numericId, optional } from "./fields.ts";
import { canonicalJson, decodeSegment, fileName, shownName, shownText, shownValue, storableText } from "./text.ts";

const anyText = fc.string({ unit: fc.constantFrom("a", "ñ", "😀", "\u0000", "\ud83d", "\ude00", "\n"), maxLength: 30 });

describe("text to be stored", () => {
  it.each<[string, string, number, string]>([
    ["is cut at its cap", "abcdef", 3, "abc"],
    ["is freed of U+0000 before it is cut", "a\u0000b\u0000cd", 3, "abc"],
    ["loses a pair that the cut would halve", "ab😀", 3, "ab"],
    ["keeps a pair that just fits", "ab😀", 4, "ab😀"],
    ["has lone surrogates replaced", "a\ud83d!", 10, "a\ufffd!"],
    ["keeps the place of a lone surrogate at its end", "ab\ud83d", 3, "ab\ufffd"],
  ])("%s", (_what, text, max, stored) => {
    expect(storableText(text, max)).toBe(stored);
  });

  it("is well-formed, without U+0000, within the length limit, and stable when stored again", () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 30 }), (text, max) => {
        const stored = storableText(text, max);
        expect(stored.length).toBeLessThanOrEqual(max);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toContain("\u0000");
        expect(storableText(stored, max)).toBe(stored);
      }),
    );
  });

  it("is unchanged when it is valid", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\u0000"));
        expect(storableText(text, text.length)).toBe(text);
      }),
    );
  });
});

describe("an optional field", () => {
  it.each<[unknown, string | null]>([
    ["text", "text"],
    ["", ""],
    [undefined, null],
    [null, null],
    [7, null],
    [{}, null],
  ])("is read from %j as %j and discards nothing else", (value, read) => {
    expect(optional(freeText(10)).parse(value)).toBe(read);
  });
});

describe("an identifier", () => {
  it.each(["ver_1", "../x", "a b", "ñ😀", "x".repeat(200)])("may be %j, unaltered", (text) => {
    expect(identifier.parse(text)).toBe(text);
  });

  it.each([[""], ["x".repeat(201)], ["a\u0000"], ["a\nb"], ["\u007f"], ["\ud83d"], [7], [null], [undefined]])(
    "may not be %j",
    (value) => {
      expect(identifier.safeParse(value).success).toBe(false);
    },
  );
});

describe("a numeric id", () => {
  it.each([0, 1, -1, Number.MAX_SAFE_INTEGER])("may be %d", (value) => {
    expect(numericId.parse(value)).toBe(value);
  });

  it.each([[2 ** 53], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY], ["1"], [null]])("may not be %j", (value) => {
    expect(numericId.safeParse(value).success).toBe(false);
  });
});

describe("canonical JSON", () => {
  /** The value after JSON: -0 becomes 0. */
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

    it("leaves out the values that JSON leaves out", () => {
      expect(canonicalJson({ a: undefined, b: [undefined, Number.NaN] })).toBe('{"b":[null,null]}');
      expect(canonicalJson(undefined)).toBe("null");
    });

    it("equals the data it was made from", () => {
      fc.assert(fc.property(json, (value) => isDeepStrictEqual(JSON.parse(canonicalJson(value)), plain(value))));
    });

    it("is the same for any order of the fields", () => {
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
});

describe("a segment of a path", () => {
  test.each([
    ["ver_1", "ver_1"],
    ["a%2Fb%20%C3%B1", "a/b ñ"],
    ["%", null],
    ["%E0%A4%A", null],
  ])("the segment %j means %j", (segment, text) => {
    expect(decodeSegment(segment)).toBe(text);
  });
});

describe("text as it is shown", () => {
  it.each<[string, string, string]>([
    ["loses what directs text", "a\u202eb\u2066c\u2069\u200e\u061c", "abc"],
    ["is one line", " a\tb\r\nc\u2028d\u0000 ", "a b c d"],
    ["has no control characters of any plane", "a\u009b31mb\u001b[0m", "a 31mb [0m"],
    ["keeps what joins letters and signs", "👩‍💻 ñ می‌خواهم", "👩‍💻 ñ می‌خواهم"],
    ["may be nothing", "\u202e\u200f\u0007", ""],
  ])("%s", (_what, text, shown) => expect(shownText(text)).toBe(shown));

  it("an empty name is null", () => {
    expect([null, "", "\u202e", "a\u202e"].map(shownName)).toEqual([null, null, null, "a"]);
  });

  it("covers every text of a value", () => {
    const value = { "na\u202eme": ["a\u0007", { b: "\u2066b" }], count: 2, none: null, yes: true };
    expect(shownValue(value)).toEqual({ name: ["a", { b: "b" }], count: 2, none: null, yes: true });
  });
});

it.each([
  ["Comercializadora Sol", "ALTA-7", "Comercializadora Sol · ALTA-7"],
  ["ALTA-7", "ALTA-7", "ALTA-7"],
  [null, "ALTA-7", "ALTA-7"],
  ["Comercializadora Sol", null, "Comercializadora Sol"],
  [null, null, null],
])("names a file of title %j and tag %j", (title, tag, name) => {
  expect(fileName({ title, tag })).toBe(name);
});
