import { STATE_CODES } from "./states.ts";

/**
 * The parts of a CURP's eighteen characters (RENAPO, Instructivo Normativo of 2006), in their order. Letters of the names
 * come twice: initials with the first inner vowel, and the first inner consonants.
 */
export const CURP_PARTS = [
  { part: "first_surname", length: 1 },
  { part: "first_surname_vowel", length: 1 },
  { part: "second_surname", length: 1 },
  { part: "names", length: 1 },
  { part: "year", length: 2 },
  { part: "month", length: 2 },
  { part: "day", length: 2 },
  { part: "sex", length: 1 },
  { part: "state", length: 2 },
  { part: "first_surname_consonant", length: 1 },
  { part: "second_surname_consonant", length: 1 },
  { part: "names_consonant", length: 1 },
  /** A digit for people born up to 1999, a letter from 2000 on; it also distinguishes namesakes. */
  { part: "century", length: 1 },
  { part: "check_digit", length: 1 },
] as const;

export type CurpPart = (typeof CURP_PARTS)[number]["part"];

const CURP_LENGTH = 18;

/**
 * A problem of a part: missing, an illegal character, no such day or state, or a check digit that does not fit the others.
 * Each is a warning about the format alone: official examples break these rules, and the registry's answer counts.
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
  /** The explained text: in capitals, trimmed. */
  text: string;
  segments: CurpSegment[];
  /** The text after the eighteenth character. */
  surplus: string;
  /** The computed check digit; null unless the first seventeen characters allow it. */
  check_digit: string | null;
};

const LETTER = /^[A-ZÑ]$/;
const CONSONANT = /^[B-DF-HJ-NÑP-TV-Z]$/;

/** The possible characters of a part, independent of the others. X is a consonant, a missing vowel, and a sex. */
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

/** Reads any text as if it were a CURP, part by part. Never throws and never refuses: it marks unusual parts. */
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

/** The parts to mark for an impossible date; the century, if known, decides which years have a 29 February. */
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

const ALPHABET = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";

/**
 * The check digit of the first seventeen characters: their positions in the alphabet of 37, weighted 18 to 2, are added
 * up and subtracted from the next multiple of ten. Null without seventeen characters of that alphabet.
 */
export function checkDigit(characters: readonly string[]): string | null {
  if (characters.length < 17) return null;
  let sum = 0;
  for (const [index, character] of characters.slice(0, 17).entries()) {
    const value = ALPHABET.indexOf(character);
    if (value < 0 || character.length !== 1) return null;
    sum += value * (18 - index);
  }
  return String((10 - (sum % 10)) % 10);
}
