import type { CurpPart, CurpReading } from "./read.ts";
import { plain, stateCode } from "./states.ts";

/** The known data of a person, as the registry writes it; null is 'not known'. */
export type KnownPerson = Names & { gender: string | null; birth_date: string | null; birth_entity: string | null };

export type Difference = {
  part: CurpPart;
  /** The field of the person that does not match. */
  field: keyof KnownPerson;
  /** The matching values, the usual one first; for `century` an example. */
  expected: string;
};

export type Comparison = {
  /** The field that each part was compared with; parts without a comparison are left out. */
  fields: Partial<Record<CurpPart, keyof KnownPerson>>;
  differences: Difference[];
};

/**
 * The differences between a CURP and the data of its person (RENAPO, Instructivo Normativo of 2006). Only parts that a
 * field determines are compared: a difference is marked for review, so it must be meaningful.
 */
export function compareCurp({ segments }: CurpReading, person: KnownPerson): Comparison {
  const differences: Difference[] = [];
  const fields: Comparison["fields"] = {};
  for (const { part, text } of segments) {
    const field = FIELDS[part];
    const fitting = field && expectedOf(part, person);
    if (!fitting || text === "") continue;
    fields[part] = field;
    if (!fitting.includes(text)) differences.push({ part, field, expected: fitting[0] ?? "" });
  }
  return { fields, differences };
}

const FIELDS: Record<CurpPart, keyof KnownPerson | null> = {
  first_surname: "first_surname",
  first_surname_vowel: "first_surname",
  second_surname: "second_surname",
  names: "names",
  year: "birth_date",
  month: "birth_date",
  day: "birth_date",
  sex: "gender",
  state: "birth_entity",
  first_surname_consonant: "first_surname",
  second_surname_consonant: "second_surname",
  names_consonant: "names",
  century: "birth_date",
  check_digit: null,
};

const DIGITS = [..."0123456789"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The texts that would match; null if unknown. */
function expectedOf(part: CurpPart, person: KnownPerson): string[] | null {
  const date = dateOf(person.birth_date);
  switch (part) {
    case "year":
      return date && [date.year.slice(2)];
    case "month":
      return date && [date.month];
    case "day":
      return date && [date.day];
    case "century":
      return date && (date.year < "2000" ? DIGITS : LETTERS);
    case "sex":
      return sexOf(person.gender);
    case "state": {
      const code = person.birth_entity === null ? null : stateCode(person.birth_entity);
      return code === null ? null : [code];
    }
    case "check_digit":
      return null;
    default:
      return nameLetters(person)[part] ?? null;
  }
}

const SEXES: Record<string, string> = {
  H: "H",
  HOMBRE: "H",
  MASCULINO: "H",
  MALE: "H",
  MUJER: "M",
  F: "M",
  FEMENINO: "M",
  FEMALE: "M",
  X: "X",
  "NO BINARIO": "X",
  "NO BINARIA": "X",
};

/** `M` alone is not listed: it is a woman in one registry and a man in another. */
function sexOf(gender: string | null): string[] | null {
  const sex = SEXES[plain(gender ?? "").trim()];
  return sex === undefined ? null : [sex];
}

/** `YYYY-MM-DD` as in the interface, or with the day first as registries write it. */
export function dateOf(named: string | null): { year: string; month: string; day: string } | null {
  const text = (named ?? "").trim();
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? [];
  if (year && month && day) return { year, month, day };
  const [, ofMonth, inYear, yearLast] = /^(\d\d)[/-](\d\d)[/-](\d{4})$/.exec(text) ?? [];
  return ofMonth && inYear && yearLast ? { year: yearLast, month: inYear, day: ofMonth } : null;
}

/** Particles that are skipped in names of several words (annex of the instructivo). */
const PARTICLES = new Set("DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y".split(" "));
/** First names that are skipped if another name follows. */
const COMMON_FIRST_NAMES = new Set(["MARIA", "MA", "M", "JOSE", "J"]);

type Names = { names: string | null; first_surname: string | null; second_surname: string | null };

type NamePart = Extract<CurpPart, `${string}name${string}`>;

/** The possible characters of each part for these names; unknown parts are left out. */
function nameLetters({ names, first_surname, second_surname }: Names): Partial<Record<NamePart, string[]>> {
  const first = countedWord(first_surname, PARTICLES);
  const second = countedWord(second_surname, PARTICLES);
  const given = countedWord(names, PARTICLES, COMMON_FIRST_NAMES);
  return {
    ...(first && {
      first_surname: initial(first),
      // X stands for a missing vowel, and replaces a vowel that would make an offensive word.
      first_surname_vowel: [...new Set([innerVowel(first), "X"])],
      first_surname_consonant: innerConsonant(first),
    }),
    ...(second && { second_surname: initial(second), second_surname_consonant: innerConsonant(second) }),
    ...(given && { names: initial(given), names_consonant: innerConsonant(given) }),
  };
}

/** The word of a name that counts; null without one, or if it has a character other than a letter, since usage differs. */
function countedWord(named: string | null, ...passedOver: readonly ReadonlySet<string>[]): string | null {
  let words = plain(named ?? "")
    .split(/[\s-]+/)
    .map((word) => word.replace(/\.$/, ""))
    .filter(Boolean);
  for (const set of passedOver) {
    const rest = words.filter((word, index) => !set.has(word) || (set === COMMON_FIRST_NAMES && index > 0));
    if (rest.length > 0) words = rest;
  }
  const [word] = words;
  return word !== undefined && /^[A-ZÑ]+$/.test(word) ? word : null;
}

/** Ñ is written X; a kept Ñ is accepted too. */
const written = (letter: string): string[] => (letter === "Ñ" ? ["X", "Ñ"] : [letter]);

const initial = (word: string): string[] => written(word.charAt(0));
const innerVowel = (word: string): string => /[AEIOU]/.exec(word.slice(1))?.[0] ?? "X";
const innerConsonant = (word: string): string[] => written(/[^AEIOU]/.exec(word.slice(1))?.[0] ?? "X");
