import { expect, it } from "vitest";
import { readRfc, sameDate } from "./rfc.ts";

const partsOf = (text: string) => readRfc(text)?.segments.map(({ text }) => text);
const problemsOf = (text: string) =>
  readRfc(text)?.segments.flatMap(({ part, problem }) => (problem ? [[part, problem]] : []));

it.each([
  ["a company's", "SAT970701NN3", "company", ["SAT", "97", "07", "01", "NN", "3"]],
  ["a person's, however it is typed", " gode-561231 gr8 ", "person", ["GODE", "56", "12", "31", "GR", "8"]],
  ["with an ampersand", "A&A1103139X0", "company", ["A&A", "11", "03", "13", "9X", "0"]],
])("reads %s", (_what, text, of, parts) => {
  expect([readRfc(text)?.of, partsOf(text)]).toEqual([of, parts]);
});

it.each([
  ["SAT970701NN3", null],
  ["GODE561231GR8", null],
  ["XAXX010101000", "general_public"],
  ["xexx-010101-000", "foreigners"],
])("%s has no problem; its generic owner is %s", (text, generic) => {
  expect([problemsOf(text), readRfc(text)?.generic]).toEqual([[], generic]);
});

it("a wrong check digit is noted with the expected one, a right one is not", () => {
  expect(problemsOf("GODE561231GR8")).toEqual([]);
  expect(problemsOf("GODE561231GR7")).toEqual([["check_digit", "wrong_check_digit"]]);
  expect(readRfc("GODE561231GR7")?.check_digit).toBe("8");
});

it.each([
  ["a month", "GODE561331GR8", [["month", "no_such_date"]]],
  ["a day", "GODE560231GR8", [["day", "no_such_date"]]],
])("notes that %s does not exist", (_what, text, expected) => {
  expect(problemsOf(text)?.filter(([part]) => part !== "check_digit")).toEqual(expected);
});

it.each(["", "Maderas", "GODE56123GR8", "GODE561231GR", "GOD3561231GR8", "NUGF860209MNLXRR03"])(
  "%j is no RFC",
  (text) => {
    expect(readRfc(text)).toBeNull();
  },
);

it.each([
  ["the same date", "NUGF860209AB1", "NUGF860209MNLXRR03", true],
  ["another day", "NUGF860208AB1", "NUGF860209MNLXRR03", false],
  ["no CURP", "NUGF860209AB1", null, null],
  ["a CURP without a date", "NUGF860209AB1", "NUGF", null],
  ["a company's", "SAT970701NN3", "NUGF970701MNLXRR03", null],
  ["of foreigners", "XEXX010101000", "NUGF860209MNLXRR03", null],
  ["of the public", "XAXX010101000", "NUGF010101MNLXRR03", null],
])("compares its date with the CURP's: %s", (_what, rfc, curp, expected) => {
  const reading = readRfc(rfc);
  expect(reading && sameDate(reading, curp)).toBe(expected);
});
