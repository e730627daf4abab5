import { expect, it } from "vitest";
import { birthYear } from "./birth-year.ts";
import { mistypedCurp } from "./faults.ts";

const CURP = "NUGF860209MNLXRR03";
/** The CURP with another character at a position, counted from 1. */
const other = (at: number, character: string) => `${CURP.slice(0, at - 1)}${character}${CURP.slice(at)}`;
const faults = (text: string) => mistypedCurp(text)?.faults.filter(({ fault }) => fault !== "wrong_check_digit");

it.each([
  ["a letter in the date", other(10, "I"), [{ fault: "digit", at: 10 }]],
  ["two letters for digits", "NUGF8602O9MNLXRRO3", [{ fault: "digit", at: 9 }]],
  ["a digit among the names", other(3, "6"), [{ fault: "letter", at: 3 }]],
  ["no vowel", other(2, "Z"), [{ fault: "vowel", at: 2 }]],
  ["no sex", other(11, "N"), [{ fault: "sex", at: 11 }]],
  ["a vowel for a consonant", other(15, "A"), [{ fault: "consonant", at: 15 }]],
  ["a letter at the end", other(18, "O"), [{ fault: "digit", at: 18 }]],
  ["no such month", "NUGF861309MNLXRR03", [{ fault: "no_such_date", from: 7, to: 8, text: "13" }]],
  ["no such state", "NUGF860209MZZXRR03", [{ fault: "unknown_state", from: 12, to: 13, text: "ZZ" }]],
  ["a character too few, and nothing else", CURP.slice(0, 17), [{ fault: "length", characters: 17 }]],
  ["a character too many", `${CURP}3`, [{ fault: "length", characters: 19 }]],
])("a CURP with %s gets a message about the fault", (_what, text, expected) => {
  expect(faults(text)).toEqual(expected);
});

it("gives the expected check digit, however the CURP is typed", () => {
  const [fault] = mistypedCurp(" nugf 860209-mnl.xrr 09 ")?.faults ?? [];
  expect(fault).toEqual({ fault: "wrong_check_digit", at: 18, expected: expect.stringMatching(/^\d$/) });
});

it.each([
  "Maderas del Sur",
  "EXP-2041-2042-ABCDEF",
  "MSU110313AB1",
  "ver_gQxf8jwGH6AqkHqTn6YR8g",
  "NUGF86",
  "",
  "NUGF…03",
])("ignores %j, which is no CURP", (text) => {
  expect(mistypedCurp(text)).toBeNull();
});

it("reports nothing for a CURP without a fault", () => {
  const [fault] = mistypedCurp(CURP)?.faults ?? [];
  const right = fault?.fault === "wrong_check_digit" ? other(18, fault.expected) : CURP;
  expect(mistypedCurp(right)).toBeNull();
});

it.each([
  ["1986-02-09", CURP, 1986],
  ["09/02/1987", CURP, 1987],
  [null, CURP, 1986],
  ["unknown", "XEXX010101HNEXXXA4", 2001],
  [null, "XEXX01", null],
  [null, null, null],
])("a birth date of %j and the CURP %j are of the year %j", (date, curp, expected) => {
  expect(birthYear(date, curp)).toBe(expected);
});
