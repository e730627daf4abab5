/** Excel recognises UTF-8 by this mark. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A beginning that spreadsheets read as a formula (OWASP, CSV injection; ASVS 1.2.10), some also after spaces. */
const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** The same beginning within a field, for programs that split at another separator than the comma, even in quotes. */
const INNER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A line of RFC 4180: every field quoted, with an apostrophe before a possible formula. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(quoted).join(",")}\r\n`;

function quoted(text: string): string {
  const inner = text.replaceAll(INNER_FORMULA, "$1'");
  return `"${(FORMULA.test(inner) ? `'${inner}` : inner).replaceAll('"', '""')}"`;
}

/** A field as it was before `csvLine` wrote an apostrophe at its beginning. */
export const withoutApostrophe = (field: string): string =>
  field.startsWith("'") && FORMULA.test(field.slice(1)) ? field.slice(1) : field;
