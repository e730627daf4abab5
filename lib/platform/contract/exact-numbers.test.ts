import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecord } from "./answer.ts";
import { isExactNumber, numbersAsText, parseJson } from "./exact-numbers.ts";
import { canonicalJson } from "./text.ts";

/** A number as JSON writes it, with any number of digits and any exponent. */
const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
const written = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(digits(40), fc.constant("0")).map((whole) => whole.replace(/^0+(?=\d)/, "")),
    fc.option(digits(40)),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-"), digits(4))),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction ? `.${fraction}` : ""}${exponent?.join("") ?? ""}`,
  );

/** Whole, over a power of ten. */
function rational(text: string): [bigint, number] {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction || "0"), Number(exponent) - fraction.length];
}
function isEqual(one: string, other: string): boolean {
  const [a, b] = [rational(one), rational(other)];
  if (a[0] === 0n || b[0] === 0n) return a[0] === b[0];
  const least = Math.min(a[1], b[1]);
  return a[0] * 10n ** BigInt(a[1] - least) === b[0] * 10n ** BigInt(b[1] - least);
}

describe("a number of a JSON text", () => {
  it("keeps its value when it is written again, whatever it is and wherever it stands", () => {
    const places = fc.constantFrom<(number: string) => [string, (again: string) => string]>(
      (number) => [number, (again) => again],
      (number) => [`[${number}]`, (again) => again.slice(1, -1)],
      (number) => [`{"a": ${number} }`, (again) => again.slice(5, -1)],
      (number) => [`{"a":[true,\n${number},"1e400"]}`, (again) => again.slice(11, again.lastIndexOf(","))],
    );
    fc.assert(
      fc.property(written, places, (number, place) => {
        const [text, found] = place(number);
        return isEqual(found(JSON.stringify(parseJson(text))), number);
      }),
    );
  });

  it("is a JavaScript number whenever one is equal to it, and is written without an exponent", () => {
    fc.assert(
      fc.property(written, (number) => {
        const value = parseJson(number);
        const plain = Number(number);
        const holds = Math.abs(plain) < 1e21 && isEqual(String(plain), number);
        return holds ? Object.is(value, plain) : isExactNumber(value) && JSON.stringify(value) === number;
      }),
    );
  });

  it.each([
    "646180157000000004",
    "9007199254740993",
    "-12345678901234567890123",
    "0.12345678901234567890",
    "1e400",
    "1E-400",
    "100000000000000000000000",
    `${"9".repeat(400)}`,
    "1e99999999999999999999",
  ])("keeps its digits if it is %s, and is no record", (number) => {
    const value = parseJson(number);
    expect(JSON.stringify(value)).toBe(number);
    expect(isRecord(value)).toBe(false);
    expect(numbersAsText({ a: [value] })).toEqual({ a: [number] });
    expect(canonicalJson({ b: value, a: 1 })).toBe(`{"a":1,"b":${number}}`);
  });

  it.each([
    ["17", 17],
    ["1.50", 1.5],
    ["1e3", 1000],
    ["9007199254740992", 2 ** 53],
    ["0.30000000000000004", 0.1 + 0.2],
    ["1.0000000000000000", 1],
    ["0e999999", 0],
    ["1790000000000000000", 1_790_000_000_000_000_000],
  ])("equals the number if it is written %s", (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  // Work that grew by the square of the length would not end in the test's time.
  it("takes time in proportion to its length", () => {
    const zeros = "0".repeat(2_000_000);
    const ones = "1".repeat(2_000_000);
    for (const text of [`1${zeros}1`, `0.${zeros}1`, `1${zeros}.5`, `"${ones}"`, `"${":1".repeat(1_000_000)}"`]) {
      expect(JSON.stringify(parseJson(text)) === text).toBe(true);
    }
  });
});

describe("a JSON text", () => {
  it("that JavaScript wrote is written again unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });

  it("keeps names of every kind beside a long number", () => {
    const text = '{"__proto__":1,"constructor":{"toString":646180157000000004},"a":1,"a":[1e400]}';
    expect(JSON.stringify(parseJson(text))).toBe(
      '{"__proto__":1,"constructor":{"toString":646180157000000004},"a":[1e400]}',
    );
  });

  it.each(["", "{", "[1e400,]", "01e5", "1e", "NaN"])("is refused if it is malformed: %j", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
