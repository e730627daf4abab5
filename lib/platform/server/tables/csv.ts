import { type Cell, type Export, fileOf, type Table, timeText } from "./table.ts";

/** Excel recognises UTF-8 by this mark. */
const BYTE_ORDER_MARK = "\ufeff";

export function csvExport({ header, pages }: Table): Export {
  let rows = 0;
  async function* pieces() {
    yield Buffer.from(BYTE_ORDER_MARK + csvLine(header));
    for await (const page of pages) {
      rows += page.length;
      yield Buffer.from(page.map(csvLine).join(""));
    }
  }
  return fileOf(pieces(), () => rows);
}

/** A beginning that spreadsheets read as a formula (OWASP, CSV injection; ASVS 1.2.10), some also after spaces. */
const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** The same beginning within a field, for programs that split at another separator than the comma, even in quotes. */
const INNER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A line of RFC 4180: every field quoted, with an apostrophe before a possible formula. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map((cell) => quoted(textOf(cell))).join(",")}\r\n`;

const textOf = (cell: Cell): string => (cell instanceof Date ? timeText(cell) : String(cell ?? ""));

function quoted(text: string): string {
  const inner = text.replaceAll(INNER_FORMULA, "$1'");
  return `"${(FORMULA.test(inner) ? `'${inner}` : inner).replaceAll('"', '""')}"`;
}
