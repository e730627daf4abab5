/**
 * What the eighteen characters of a CURP stand for (RENAPO, Instructivo Normativo of 2006), in their order. Letters of the
 * names come twice: what a word begins with and its first inner vowel, and its first inner consonants.
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
  /** A digit for those born up to 1999, a letter from 2000 on; it also tells namesakes apart. */
  { part: "century", length: 1 },
  { part: "check_digit", length: 1 },
] as const;

export type CurpPart = (typeof CURP_PARTS)[number]["part"];

export const CURP_LENGTH = 18;
