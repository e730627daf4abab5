import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeText, identifier, numericId, optional } from "./fields.ts";
import { storableText } from "./text.ts";

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

  it("is well-formed, without U+0000, within the cap, and stays itself when stored again", () => {
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

  it("is untouched where nothing is wrong with it", () => {
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
  ])("that is %j is read as %j and discards nothing else", (value, read) => {
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
