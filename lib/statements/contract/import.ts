import type { DayOrder, ImportRow } from "./import-input.ts";
import type { Stated } from "./statement-input.ts";

/** What a row would do or did; everything below `differs` stores nothing. */
export const IMPORT_OUTCOMES = [
  "new",
  "differs",
  "same",
  "imported",
  "unknown_file",
  "ambiguous_file",
  "unknown_kind",
  "unknown_person",
  "unread_day",
  "empty",
  "refused",
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** `cause` names the cell or its text, or is the code of a refusal. */
export type ImportedRow = { row: number; outcome: ImportOutcome; verification_id: string | null; cause: string | null };
export type ImportAnswer = { rows: ImportedRow[] };

/** A day as a sheet writes it, `YYYY-MM-DD`; null if it is none, or if its order is not declared. */
export function readDay(text: string, order: DayOrder | undefined): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T00:00.*)?$/.exec(text) ?? [];
  if (year && month && day) return calendarDay(year, month, day);
  const [, first, second, fullYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (!first || !second || !fullYear || !order) return null;
  return order === "dmy" ? calendarDay(fullYear, second, first) : calendarDay(fullYear, first, second);
}

function calendarDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
}

/** The cells that are days. */
export const DAYS = ["since", "until", "last_check", "issued", "expires"] as const;

type Known = { document_kind: string | null; people_id: number | undefined };

/** The statements of a row, or the cell that is no day. `known` are the document and the person that its cells name. */
export function statementsOf(
  row: ImportRow,
  { document_kind, people_id }: Known,
  order: DayOrder | undefined,
): { stated: Stated[] } | { unread: string } {
  const days: Partial<Record<(typeof DAYS)[number], string>> = {};
  for (const name of DAYS) {
    const text = row[name];
    if (!text) continue;
    const day = readDay(text, order);
    if (day === null) return { unread: name };
    days[name] = day;
  }
  const { since, until, last_check, issued, expires } = days;
  if (until && !since) return { unread: "since" };
  const stated: Stated[] = [];
  if (since) stated.push({ kind: "relation", since, until: until ?? null });
  if (last_check) stated.push({ kind: "yearly_check", outcome: "complete", checked_on: last_check });
  if (document_kind !== null && (issued || expires)) {
    stated.push({ kind: "document_dates", document_kind, people_id, issued_on: issued, expires_on: expires });
  }
  return { stated };
}
