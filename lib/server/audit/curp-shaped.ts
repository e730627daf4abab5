/** Eighteen characters in the order of a CURP, whether or not there is such a day, state or check digit. */
const SHAPE = "[A-ZÑ]{4}\\d{6}[HMX][A-ZÑ]{5}[A-Z0-9Ñ]\\d";

/** As a word of its own: a random id that happens to hold such a run is an id all the same. */
const WORD = new RegExp(`(?<![A-Z0-9Ñ])${SHAPE}(?![A-Z0-9Ñ])`, "iu");
const EVERY_WORD = new RegExp(WORD, "giu");
const ANYWHERE = new RegExp(SHAPE, "giu");

/** Whether a value holds what may be a CURP, at whatever depth, as a name of a field too. */
export const holdsCurp = (value: unknown): boolean => WORD.test((JSON.stringify(value) ?? "").normalize("NFC"));

/** Text that somebody else chose, such as the name of a browser, without what may be a CURP. */
export const withoutCurps = (text: string): string => text.normalize("NFC").replaceAll(ANYWHERE, "[CURP]");

/** A value as JSON without what may be a CURP, at whatever depth: the form has no digit that stands outside a string. */
export const withoutCurpsIn = (value: object): string =>
  JSON.stringify(value).normalize("NFC").replaceAll(EVERY_WORD, "[CURP]");
