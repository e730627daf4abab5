import type { ListCount } from "#lib/platform/contract/pages.ts";
import { dayAfter, type Instant, parseInstant } from "#lib/platform/contract/time.ts";
import { type CotejoError, invalid } from "#lib/platform/server/base/errors.ts";

/** Numbers the parameters of one statement: collects their values, and returns the placeholder of each. */
export type Parameters = { values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

export const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** More words than a name has; each costs an index lookup. */
const MAX_WORDS = 8;

/** Words of a searched text, without the characters that `folded` (migrations) removes from the compared text. */
export const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .normalize("NFKD")
        .replaceAll(/[\u0300-\u036f.,]/g, "")
        .split(/\s+/),
    ),
  ]
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);

/** A word of fewer than three characters has no trigram: it is searched only where a word begins. */
export const hasTrigram = (word: string): boolean => [...word].length >= 3;

/** SQL condition: a folded column, which begins with a space, has a word, anywhere or at the beginning of a word. */
export const hasWord = (column: string, word: string, { add }: Parameters, begins = !hasTrigram(word)): string =>
  `${column} LIKE folded(${add(`${begins ? "% " : "%"}${escapeLike(word)}%`)}::text)`;

/** The first instant after a filter's `to`: a day is in the range to its end. */
export const endOfRange = (to: string): string => (to.length === 10 ? dayAfter(to) : to);

/** Splits a result of up to `limit` + 1 rows: the page, and its last row if there is a next page. */
export function pageOf<Row>(found: readonly Row[], limit: number): { rows: Row[]; last: Row | undefined } {
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? rows.at(-1) : undefined };
}

/** A count that stops at one more than `exact`. */
export const countedTo = (exact: number, count: number): ListCount => (count > exact ? { at_least: exact } : count);

/** Lists with cursors of time and number. The name in a cursor keeps it from another list. */
type TimeList = "audit" | "deliveries" | "events" | "notices" | "timestamps";

/** The cursor of a page's last row: `<time>_<id>_<list>`. */
export const timeCursor = (list: TimeList, at: Instant, id: number | string): string => `${at}_${id}_${list}`;

/**
 * The position in a cursor; null for the first page. Open tabs of 0.4.0 have cursors without a list. Throws
 * VALIDATION_ERROR for any other cursor.
 */
export function timePosition(list: TimeList, cursor: string | null | undefined): { at: Instant; id: number } | null {
  if (!cursor) return null;
  const [text = "", id = "", of = list, ...more] = cursor.split("_");
  const at = /^\d{1,15}$/.test(id) && of === list && more.length === 0 ? parseInstant(text) : null;
  if (at === null) throw invalidCursor();
  return { at, id: Number(id) };
}

export const invalidCursor = (name = "cursor"): CotejoError => invalid(`Invalid ${name}.`);

/** SQL: a row comes after the page of a cursor in a list with the newest first. */
export function afterCursor(
  list: TimeList,
  cursor: string | null | undefined,
  column: string,
  { add }: Parameters,
): string {
  const position = timePosition(list, cursor);
  return position ? `AND (${column}, id) < (${add(position.at)}::timestamptz, ${add(position.id)}::bigint)` : "";
}

/** A cursor: the position of a page's last row, as text. */
export const writeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/** The position in a cursor, which any client may have written. Throws for an invalid cursor. */
export const readCursor = (cursor: string): unknown => JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
