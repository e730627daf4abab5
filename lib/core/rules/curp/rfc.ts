import { readCurp } from "./read.ts";

/**
 * The parts of an RFC (SAT): three letters for a company and four for a person, a date, and three
 * characters that the SAT assigns, the last of them a check digit. The date is the day of incorporation or of birth.
 */
export type RfcPart = "letters" | "year" | "month" | "day" | "homoclave" | "check_digit";

/** Notes on a part; always warnings, since the SAT has issued RFCs that break its own rule. */
export type RfcProblem = "no_such_date" | "wrong_check_digit";

export type RfcSegment = { part: RfcPart; text: string; problem: RfcProblem | null };

export type RfcReading = {
  text: string;
  /** The kind of owner, by the RFC's form. */
  of: "company" | "person";
  /** Whose generic RFC it is: it names nobody, so its date and check digit mean nothing. */
  generic: "foreigners" | "general_public" | null;
  segments: RfcSegment[];
  /** Computed from the other characters. */
  check_digit: string;
};

/** The RFCs that invoices state for people without one, by the SAT. */
const GENERIC: ReadonlyMap<string, NonNullable<RfcReading["generic"]>> = new Map([
  ["XEXX010101000", "foreigners"],
  ["XAXX010101000", "general_public"],
]);

const FORM = /^([A-ZÑ&]{3,4})(\d\d)(\d\d)(\d\d)([A-Z0-9]{2})([0-9A])$/;

/** Reads a text as an RFC, part by part; null if it does not have the form of one. Never refuses unusual parts. */
export function readRfc(given: string): RfcReading | null {
  const text = given
    .normalize("NFC")
    .toUpperCase()
    .replace(/[\s.\-–]+/g, "");
  const [, letters = "", year = "", month = "", day = "", homoclave = "", digit = ""] = FORM.exec(text) ?? [];
  if (letters === "") return null;
  const expected = checkDigit(text.slice(0, -1));
  const generic = GENERIC.get(text) ?? null;
  const dated = isDay(year, month, day);
  const part = (name: RfcPart, of: string, problem: RfcProblem | null = null): RfcSegment => ({
    part: name,
    text: of,
    problem,
  });
  return {
    text,
    of: letters.length === 3 ? "company" : "person",
    generic,
    segments: [
      part("letters", letters),
      part("year", year),
      part("month", month, isDay(year, month, "01") ? null : "no_such_date"),
      part("day", day, dated || !isDay(year, month, "01") ? null : "no_such_date"),
      part("homoclave", homoclave),
      part("check_digit", digit, digit === expected || generic ? null : "wrong_check_digit"),
    ],
    check_digit: expected,
  };
}

/** A date of either century: an RFC does not state the century. */
const isDay = (year: string, month: string, day: string): boolean =>
  ["19", "20"].some((century) => {
    const date = new Date(Date.UTC(Number(`${century}${year}`), Number(month) - 1, Number(day)));
    return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  });

const ALPHABET = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";

/** The characters' positions, weighted 13 to 2, are added up and subtracted from the next multiple of eleven; ten is `A`. */
function checkDigit(before: string): string {
  const characters = [...before.padStart(12, " ")];
  const sum = characters.reduce((total, character, index) => total + ALPHABET.indexOf(character) * (13 - index), 0);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? "A" : String(rest);
}

const DATE = ["year", "month", "day"] as const;

/** Whether an RFC has the date of birth of a CURP; null if one of them has none, or the RFC is a company's or generic. */
export function sameDate({ of, generic, segments }: RfcReading, curp: string | null): boolean | null {
  if (of === "company" || generic || curp === null) return null;
  const dateOf = (parts: readonly { part: string; text: string; problem: string | null }[]) =>
    DATE.map((name) => parts.find(({ part }) => part === name)?.text ?? "").join("");
  const born = dateOf(readCurp(curp).segments);
  return /^\d{6}$/.test(born) ? born === dateOf(segments) : null;
}
