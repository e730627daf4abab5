/**
 * Text shaped like a CURP, the national identifier of a person (design §9): it names a person, so it may stand in no
 * address and no GET request, where histories, logs and screens would keep it. It is a matter of shape alone: the check
 * digit is not looked at, since a mistyped CURP still names a person.
 */
const CURP = /[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z0-9]\d/;

/** The first eleven characters already contain initials, date of birth and sex; what follows may be still unwritten. */
const BEGINNING = /[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX](?:$|[A-Z](?:$|[A-Z](?:$|[B-DF-HJ-NP-TV-Z]{1,3}(?:$|[A-Z0-9]$))))/;

/** Four letters and a date: all of a CURP that identifies a person but the sex, and the whole of many a tag. */
const DATED = /[A-Z][AEIOUX][A-Z]{2}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Spaces, dashes, accents and wide letters are ways of typing the same eighteen characters. */
const bare = (text: string): string =>
  text
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");

/** Whether the text contains a CURP, however it is typed. */
export const holdsCurp = (text: string): boolean => CURP.test(bare(text));

/** Whether the text holds a CURP or ends in the identifying part of one: what a search field sees while one is typed. */
export function beginsLikeCurp(text: string): boolean {
  return holdsCurp(text) || BEGINNING.test(bare(text));
}

/** The CURP that the text holds, or as much of one as it ends in, without what was typed between its characters; or null. */
export function curpIn(text: string): string | null {
  const letters = bare(text);
  return (CURP.exec(letters) ?? BEGINNING.exec(letters))?.[0] ?? null;
}

/**
 * Whether the text ends in four letters and a date, as a CURP does after its tenth character and a tag such as
 * `CASO-260115` in its last one. What searches by itself while one types waits here, until the text goes on as no CURP can
 * or a user says that it is whole; what is shorter names no person.
 */
export const mayBecomeCurp = (text: string): boolean => DATED.test(bare(text));
