import { CURP_PARTS, type CurpPart, type CurpSegment, readCurp } from "./read.ts";

/** The required kind of a character. */
type Kind = "digit" | "letter" | "vowel" | "consonant" | "sex" | "letter_or_digit";

/** The reason why a text is no CURP. Places count from 1. */
export type CurpFault =
  | { fault: "length"; characters: number }
  | { fault: Kind; at: number }
  | { fault: "no_such_date" | "unknown_state"; from: number; to: number; text: string }
  | { fault: "wrong_check_digit"; at: number; expected: string };

const KINDS: Record<Kind, RegExp> = {
  digit: /\d/,
  letter: /[A-ZÑ]/,
  vowel: /[AEIOUX]/,
  consonant: /[B-DF-HJ-NÑP-TV-Z]/,
  sex: /[HMX]/,
  letter_or_digit: /[0-9A-Z]/,
};

const REQUIRED_KINDS: Record<CurpPart, Kind> = {
  first_surname: "letter",
  first_surname_vowel: "vowel",
  second_surname: "letter",
  names: "letter",
  year: "digit",
  month: "digit",
  day: "digit",
  sex: "sex",
  state: "letter",
  first_surname_consonant: "consonant",
  second_surname_consonant: "consonant",
  names_consonant: "consonant",
  century: "letter_or_digit",
  check_digit: "digit",
};

const CHARACTERS = CURP_PARTS.reduce((sum, { length }) => sum + length, 0);

/** The typed text as one word of letters and digits, without spaces and dashes. */
const bare = (text: string): string =>
  text
    .normalize("NFC")
    .toUpperCase()
    .replace(/[\s.\-–]+/g, "");

/** As long as a CURP, give or take two; mostly digits where its date is, mostly letters where sex, state and names are. */
function looksLikeCurp(text: string): boolean {
  const count = (part: string, kind: RegExp) => [...part].filter((character) => kind.test(character)).length;
  return (
    new RegExp(`^[A-ZÑ0-9]{${CHARACTERS - 2},${CHARACTERS + 2}}$`).test(text) &&
    // Tags of another length have three letters and a date, too.
    count(text.slice(0, 4), KINDS.letter) >= (text.length === CHARACTERS ? 3 : 4) &&
    count(text.slice(4, 10), KINDS.digit) >= 4 &&
    count(text.slice(10, 16), KINDS.letter) >= 4
  );
}

/**
 * The CURP that the user meant to type, without separators, and its faults; null if the text is no CURP, or has no fault.
 * A wrong length is reported alone, since other faults would have wrong positions. Pure.
 */
export function mistypedCurp(typed: string): { curp: string; faults: CurpFault[] } | null {
  const curp = bare(typed);
  if (!looksLikeCurp(curp)) return null;
  const characters = [...curp].length;
  if (characters !== CHARACTERS) return { curp, faults: [{ fault: "length", characters }] };
  const { segments, check_digit } = readCurp(curp);
  const faults = segments.flatMap((segment) => faultOf(segment, check_digit));
  return faults.length === 0 ? null : { curp, faults };
}

function faultOf({ part, from, text, problem }: CurpSegment, expected: string | null): CurpFault[] {
  switch (problem) {
    case "illegal":
      return [...text].flatMap((character, index) =>
        KINDS[REQUIRED_KINDS[part]].test(character) ? [] : [{ fault: REQUIRED_KINDS[part], at: from + index + 1 }],
      );
    case "no_such_date":
    case "unknown_state":
      return [{ fault: problem, from: from + 1, to: from + text.length, text }];
    case "wrong_check_digit":
      return expected === null ? [] : [{ fault: problem, at: from + 1, expected }];
    default:
      return [];
  }
}
