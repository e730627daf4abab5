/**
 * Text in the shape of a CURP, the national identifier of a person (design §9): it names a person, so no address and no
 * GET request may contain it: histories, logs and screens would keep it. Only the shape counts: the check digit is
 * ignored, since a mistyped CURP still names a person.
 */
const CURP = /[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z0-9]\d/;

/** The first eleven characters already contain initials, date of birth and sex; the rest may be missing. */
const BEGINNING = /[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX](?:$|[A-Z](?:$|[A-Z](?:$|[B-DF-HJ-NP-TV-Z]{1,3}(?:$|[A-Z0-9]$))))/;

/** A date of birth, with or without spaces between its digits. */
const DATE = String.raw`\d ?\d ?(?:0 ?[1-9]|1 ?[0-2]) ?(?:0 ?[1-9]|[12] ?\d|3 ?[01])`;

/** The date of birth with the letters before it or with the sex after it. The end of a longer number is no date. */
const IDENTIFYING = new RegExp(String.raw`[A-Z] ?[AEIOUX] ?[A-Z] ?[A-Z] ?${DATE}|(?<!\d)${DATE} ?[HMX]`);

/**
 * Text that only looks like a CURP: a UUID; a word of sixteen or more hexadecimal digits, as in generated ids (the sex in
 * a CURP is no such digit, and the RFC of a person has thirteen characters); and the RFC of a company (three letters, a
 * date, two characters, and a digit or an A). No code of a state ends in an A, so no part of a CURP has that form.
 */
const NOT_A_CURP =
  /(?<![A-Z0-9])(?:[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}|[0-9A-F]{16,}|[A-Z&]{3}[ -]?\d{6}[ -]?[A-Z0-9]{2}[0-9A])(?![A-Z0-9])/g;

/** Without accents and full-width forms, which are variants of the same characters. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();

/** Also without spaces and dashes. */
const bare = (text: string): string => plain(text).replace(/[^A-Z0-9]/g, "");

/** The whole CURP in the text, however it is typed; null without one. */
export const wholeCurpIn = (text: string): string | null => CURP.exec(bare(text))?.[0] ?? null;

/** Whether the text contains a CURP, however it is typed. */
export const holdsCurp = (text: string): boolean => wholeCurpIn(text) !== null;

/**
 * Whether the text holds a CURP or enough of one to identify a person: the date of birth with the sex, or with the four
 * letters before it. Typed text for which this is true never gets into an address or a GET request.
 */
export function holdsPartOfCurp(text: string): boolean {
  if (curpIn(text) !== null) return true;
  return partsOfText(text).some((part) => IDENTIFYING.test(part.replace(/[^A-Z0-9]+/g, " ")));
}

/** The text in capitals without accents, split at generated ids and company RFCs, which name no person. */
export const partsOfText = (text: string): string[] => plain(text).split(NOT_A_CURP);

/** The CURP in the text, or the part of one at its end, without characters typed in between; null without one. */
export function curpIn(text: string): string | null {
  const letters = bare(text);
  return (CURP.exec(letters) ?? BEGINNING.exec(letters))?.[0] ?? null;
}

/** `BOXW…09`, in any form in which a reader may type it. */
const CURP_ENDS = /^([A-ZÑ]{4})[^\p{L}\p{N}]*([A-Z0-9]\d)$/iu;

/** The ends of a CURP as one word; null for any other text. */
export const curpEndsIn = (text: string): string | null => CURP_ENDS.exec(text.trim())?.slice(1).join("") ?? null;

/** A single word with a digit in it, like ids and tags: a name has none. */
const LIKE_AN_ID = /^(?=\D*\d)[\w.:/#-]+$/;

/**
 * Twelve characters; the RFC of a person has thirteen. The last one is a check digit, 0 to 9 or A: no twelve characters
 * of a CURP with the whole date of birth end like that, since no state's abbreviation does.
 */
const RFC_OF_COMPANY = /^[A-ZÑ&]{3}\d{6}[A-Z\d]{2}[\dA]$/i;

/** The second letter may be a consonant (short surnames), unlike in a CURP. */
const RFC_OF_PERSON = /[A-Z&]{4}[ -]?\d{6}/;

/**
 * Whether searched text may appear in an address, where histories and logs keep it: it looks like an id, a tag or a
 * company's RFC. Other text may name a person and is sent in a body.
 */
export const mayAppearInUrl = (text: string): boolean =>
  RFC_OF_COMPANY.test(text) ||
  (LIKE_AN_ID.test(text) && !holdsPartOfCurp(text) && !partsOfText(text).some((part) => RFC_OF_PERSON.test(part)));
