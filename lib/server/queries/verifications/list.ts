import { z } from "zod";
import type { VerificationList } from "#lib/contract/verification.ts";
import type { SortKey, VerificationFilter, VerificationSort } from "#lib/contract/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "./summary-row.ts";

export const MAX_PAGE = 200;

/** Beyond this the total is 'at least': counting a million rows would cost more than the page (design §9). */
const EXACT_TOTAL = 10_000;

type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number };

const SORT_COLUMNS: Partial<Record<SortKey, string>> = {
  last_activity_at: "last_activity_at",
  created_at: "created_at",
};

type Order = { column: string; direction: "ASC" | "DESC" };

function orderOf(sort: VerificationSort): Order {
  const name = sort.startsWith("-") ? sort.slice(1) : sort;
  const column = SORT_COLUMNS[name as SortKey] ?? "last_activity_at";
  return { column, direction: sort.startsWith("-") ? "DESC" : "ASC" };
}

/**
 * Where a page ended: the sort it belongs to, the value of the last row (null where it has none) and its id. A cursor
 * of another sort, or one that was tampered with, starts again at the first page instead of failing.
 */
const cursorShape = z.tuple([z.string(), z.iso.datetime({ offset: true }).nullable(), z.string().min(1).max(200)]);

const writeCursor = (sort: VerificationSort, value: string | null, id: string): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");

function readCursor(cursor: string | null | undefined, sort: VerificationSort) {
  if (!cursor || cursor.length > 1000) return null;
  try {
    const [cursorSort, value, id] = cursorShape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return cursorSort === sort ? { value, id } : null;
  } catch {
    return null;
  }
}

/** Text for LIKE with its wildcards taken literally. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

function conditions(filter: VerificationFilter, parameter: (value: unknown) => string): string[] {
  const where: string[] = [];
  if (filter.status.length > 0) where.push(`status = ANY(${parameter(filter.status)}::text[])`);
  if (filter.documents_status.length > 0) {
    where.push(`documents_status = ANY(${parameter(filter.documents_status)}::text[])`);
  }
  if (filter.severity.length > 0) {
    // The severities are a closed enum that the filter's reader has checked; they name columns here.
    where.push(`(${filter.severity.map((severity) => `findings_${severity} > 0`).join(" OR ")})`);
  }
  if (filter.label.length > 0) where.push(`labels && ${parameter(filter.label)}::text[]`);
  if (filter.item_error.length > 0) where.push(`item_errors && ${parameter(filter.item_error)}::text[]`);
  if (filter.tag !== null) where.push(`tag = ${parameter(filter.tag)}`);
  if (filter.q !== null) {
    const pattern = parameter(`%${literal(filter.q)}%`);
    where.push(`(verification_id ILIKE ${pattern} OR tag ILIKE ${pattern} OR account_name ILIKE ${pattern})`);
  }
  if (filter.created_from !== null) where.push(`created_at >= ${parameter(filter.created_from)}::timestamptz`);
  if (filter.created_to !== null) {
    const day = filter.created_to.length === 10 ? " + interval '1 day'" : "";
    where.push(`created_at < ${parameter(filter.created_to)}::timestamptz${day}`);
  }
  return where;
}

/** Rows without the sort's value come last in either direction; within equal values the id decides. */
function after(
  order: Order,
  position: { value: string | null; id: string },
  parameter: (value: unknown) => string,
): string {
  const id = parameter(position.id);
  const compare = order.direction === "DESC" ? "<" : ">";
  if (position.value === null) return `(${order.column} IS NULL AND verification_id ${compare} ${id})`;
  const value = parameter(position.value);
  return `((${order.column}, verification_id) ${compare} (${value}::timestamptz, ${id}) OR ${order.column} IS NULL)`;
}

/** A page of verifications by keyset, and how many there are in all (exact to 10,000). */
export async function listVerifications(
  input: Input,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<VerificationList> {
  const { filter } = input;
  const limit = Math.min(Math.max(input.limit ?? 50, 1), MAX_PAGE);
  const order = orderOf(filter.sort);
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const where = conditions(filter, parameter);
  const counted = pool.query<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM verification_summaries ${clause(where)} LIMIT ${EXACT_TOTAL + 1}) AS bounded`,
    [...values],
  );
  const position = readCursor(input.cursor, filter.sort);
  const paged = position ? [...where, after(order, position, parameter)] : where;
  const listed = pool.query<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM verification_summaries ${clause(paged)}
     ORDER BY ${order.column} ${order.direction} NULLS LAST, verification_id ${order.direction} LIMIT ${limit + 1}`,
    values,
  );
  const [count, page] = await Promise.all([counted, listed]);
  const rows = page.rows.slice(0, limit);
  const last = page.rows.length > limit ? rows.at(-1) : undefined;
  const total = count.rows[0]?.total ?? 0;
  return {
    items: rows.map(summaryFromRow),
    next_cursor: last ? writeCursor(filter.sort, last[order.column as "created_at"], last.verification_id) : null,
    total: total > EXACT_TOTAL ? { at_least: EXACT_TOTAL } : total,
  };
}

const clause = (where: string[]): string => (where.length > 0 ? `WHERE ${where.join(" AND ")}` : "");
