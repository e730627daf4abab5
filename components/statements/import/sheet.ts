import { DAYS, type ImportedRow, readDay } from "#lib/statements/contract/import.ts";
import { DAY_ORDERS, type ImportRow, importRow } from "#lib/statements/contract/import-input.ts";

export const MAX_SHEET_MEGABYTES = 5;
export const MAX_SHEET_ROWS = 20_000;

export type SheetProblem = "too_large" | "too_many_rows" | "empty" | "unreadable";

/** A table as a person keeps it: texts, and days of workbooks as `YYYY-MM-DD`. Rows without any text are left out. */
export type Sheet = {
  name: string;
  /** A UUID of the content: the same file is the same import. */
  id: string;
  header: readonly string[];
  /** `row` is the number that programs show beside the row. */
  rows: readonly { row: number; cells: readonly string[] }[];
};

export const FIELDS = ["file", "since", "until", "last_check", "kind", "person", "issued", "expires"] as const;
export type Field = (typeof FIELDS)[number];

/** The index of the column of each field; null without one. */
export type Columns = Record<Field, number | null>;

/** The folded names of each field, those of our exports among them. The first name that a header has is taken. */
const NAMES: Record<Field, readonly string[]> = {
  file: ["verification id", "id", "identificador", "file", "expediente", "tag", "referencia", "etiqueta"],
  since: [
    "since",
    "customer since",
    "relation since",
    "relationship since",
    "relacion desde",
    "desde",
    "cliente desde",
  ],
  until: ["until", "customer until", "relation until", "relationship until", "relacion hasta", "hasta"],
  last_check: ["last check", "relation checked at", "ultima verificacion", "ultima revision"],
  kind: ["kind", "document key", "clave del documento", "document", "documento", "tipo de documento", "tipo"],
  person: ["person", "people id", "persona", "titular"],
  issued: ["issued", "issued on", "date of issue", "emision", "fecha de emision", "emitido el", "expedicion"],
  expires: [
    "expires",
    "expires on",
    "expiry",
    "expiry date",
    "vencimiento",
    "fecha de vencimiento",
    "vence",
    "vence el",
  ],
};

/** Without accents, case, and the zone in parentheses that an export adds to names of times. */
const folded = (text: string): string =>
  text
    .replace(/\s*\([^)]*\)\s*$/, "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s_:.]+/g, " ")
    .trim();

export function recognised(header: readonly string[], fields: readonly Field[] = FIELDS): Columns {
  const known = header.map(folded);
  const columnOf = (field: Field) => {
    const named = fields.includes(field) && NAMES[field].find((name) => known.includes(name));
    return named ? known.indexOf(named) : null;
  };
  return Object.fromEntries(FIELDS.map((field) => [field, columnOf(field)])) as Columns;
}

/** A day of an export of times, whose time of day is left out. */
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[ T]\d{2}:\d{2}(?::\d{2})?$/;

const isDay = (field: Field): boolean => DAYS.some((name) => name === field);

/**
 * The rows with a text in one of the columns. A row with a cell that no request may have (`importRow`) is refused, with the
 * name of the cell as its cause.
 */
export function importRows({ rows }: Sheet, columns: Columns): { rows: ImportRow[]; refused: ImportedRow[] } {
  const read: { rows: ImportRow[]; refused: ImportedRow[] } = { rows: [], refused: [] };
  for (const { row, cells } of rows) {
    const texts = FIELDS.flatMap((field) => {
      const text = (columns[field] === null ? undefined : cells[columns[field]])?.trim();
      return text ? [[field, isDay(field) ? text.replace(DAY_AND_TIME, "$1") : text]] : [];
    });
    if (texts.length === 0) continue;
    const { data, error } = importRow.safeParse({ row, ...Object.fromEntries(texts) });
    if (data) read.rows.push(data);
    else {
      const cause = String(error.issues[0]?.path[0]);
      read.refused.push({ row, outcome: "refused", verification_id: null, cause });
    }
  }
  return read;
}

/** A day that only a declared order makes readable, if possible in either order; null without one. */
export function dayWithoutOrder(rows: readonly ImportRow[]): string | null {
  const days = rows.flatMap((row) => DAYS.map((name) => row[name] ?? ""));
  const orders = (text: string) => DAY_ORDERS.filter((order) => readDay(text, order) !== null).length;
  const unread = days.filter((text) => readDay(text, undefined) === null && orders(text) > 0);
  return unread.find((text) => orders(text) === DAY_ORDERS.length) ?? unread[0] ?? null;
}
