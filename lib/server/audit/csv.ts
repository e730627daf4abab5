/** Spreadsheets take what begins so for a formula (OWASP, CSV injection; ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A line of RFC 4180: every field quoted, and one that would be taken for a formula begun with an apostrophe. */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map((field) => quoted(String(field ?? ""))).join(",")}\r\n`;

const quoted = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
