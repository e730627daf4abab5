import { checkDigit } from "./check-digit.ts";
import { CURP_LENGTH, CURP_PARTS, type CurpPart } from "./parts.ts";
import { STATE_CODES } from "./states.ts";

/**
 * What is unusual about a part: it is not there, no such character may stand there, there is no such day or state, or the
 * check digit is not what the others make. All of it is about the format alone, and a warning: official examples break
 * these rules, and what the registry answers counts.
 */
export type CurpProblem = "missing" | "illegal" | "no_such_date" | "unknown_state" | "wrong_check_digit";

export type CurpSegment = {
  part: CurpPart;
  /** The index of its first character. */
  from: number;
  /** Its characters, fewer where the text ends before. */
  text: string;
  problem: CurpProblem | null;
};

export type CurpReading = {
  /** As it is explained: in capitals, without spaces around it. */
  text: string;
  segments: CurpSegment[];
  /** What stands after the eighteenth character. */
  surplus: string;
  /** Where the first seventeen characters make one. */
  check_digit: string | null;
};

const LETTER = /^[A-ZÑ]$/;
const CONSONANT = /^[B-DF-HJ-NÑP-TV-Z]$/;

/** What may stand in a part that the others do not bear upon. An X is a consonant, a missing vowel, and a sex. */
const LEGAL: Record<CurpPart, RegExp> = {
  first_surname: LETTER,
  first_surname_vowel: /^[AEIOUX]$/,
  second_surname: LETTER,
  names: LETTER,
  year: /^\d\d$/,
  month: /^\d\d$/,
  day: /^\d\d$/,
  sex: /^[HMX]$/,
  state: /^[A-Z]{2}$/,
  first_surname_consonant: CONSONANT,
  second_surname_consonant: CONSONANT,
  names_consonant: CONSONANT,
  century: /^[0-9A-Z]$/,
  check_digit: /^\d$/,
};

/** Reads any text as if it were a CURP, part by part. Never throws, and never refuses: it says what is unusual. */
export function readCurp(given: string): CurpReading {
  const characters = [...given.normalize("NFC").trim().toUpperCase()];
  const expected = checkDigit(characters);
  let from = 0;
  const segments = CURP_PARTS.map(({ part, length }): CurpSegment => {
    const text = characters.slice(from, from + length).join("");
    const problem = characters.length < from + length ? "missing" : LEGAL[part].test(text) ? null : "illegal";
    const segment = { part, from, text, problem } as const;
    from += length;
    return segment;
  });
  const reading = { text: characters.join(""), segments, surplus: characters.slice(CURP_LENGTH).join("") };
  const wrong = new Map<CurpPart, CurpProblem>();
  const found = (part: CurpPart) => segments.find((segment) => segment.part === part && segment.problem === null)?.text;
  for (const part of impossibleDate(found)) wrong.set(part, "no_such_date");
  const state = found("state");
  if (state !== undefined && !STATE_CODES.includes(state)) wrong.set("state", "unknown_state");
  if (expected !== null && found("check_digit") !== undefined && found("check_digit") !== expected)
    wrong.set("check_digit", "wrong_check_digit");
  return {
    ...reading,
    segments: segments.map((segment) => ({ ...segment, problem: segment.problem ?? wrong.get(segment.part) ?? null })),
    check_digit: expected,
  };
}

/** The parts to blame where there is no such day; the century, if it is told, decides what years have a 29 February. */
function impossibleDate(found: (part: CurpPart) => string | undefined): CurpPart[] {
  const month = Number(found("month") ?? Number.NaN);
  const day = Number(found("day") ?? Number.NaN);
  if (month === 0 || month > 12) return ["month"];
  if (day === 0 || day > 31) return ["day"];
  const year = found("year");
  if (year === undefined || Number.isNaN(month) || Number.isNaN(day)) return [];
  const exists = (first: "19" | "20") => day <= new Date(Date.UTC(Number(`${first}${year}`), month, 0)).getUTCDate();
  const century = found("century");
  const possible = century === undefined ? exists("19") || exists("20") : exists(centuryOf(century));
  return possible ? [] : ["day"];
}

/** The first two digits of the year of birth, by the seventeenth character. */
export const centuryOf = (character: string): "19" | "20" => (/^\d$/.test(character) ? "19" : "20");
