import type { DeliveryList, DeliverySummary, Refusal, RefusalList } from "#lib/core/contract/deliveries/delivery.ts";
import type { DeliveryFilter } from "#lib/core/contract/deliveries/delivery-filter.ts";
import type { NamedFile } from "#lib/core/contract/verifications/named-file.ts";
import { findFile } from "#lib/core/server/titles/find-file.ts";
import { READ_BYTES, statedEventTime } from "#lib/core/server/verifications/events.ts";
import { PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { type Client, database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  afterCursor,
  countedTo,
  endOfRange,
  invalidCursor,
  type Parameters,
  pageOf,
  parameters,
  timeCursor,
} from "#lib/platform/server/db/list-query.ts";

/** A greater total is 'at least', as in all lists. */
const EXACT_TOTAL = 10_000;

export type DeliveryRow = Omit<DeliverySummary, "delivery_id" | "signed_at" | "event_at" | "event_at_text"> & {
  id: number;
  signed_at: number;
  body: Buffer | null;
};

const columns = (body: string): string =>
  `entry.id, entry.received_at, entry.signed_at, entry.event_name, entry.verification_id, summary.tag, entry.state, entry.late,
   entry.copies, entry.last_error, ${body} AS body`;

export const DELIVERY_COLUMNS: string = columns("entry.body");

type DeliveryPage = { filter: DeliveryFilter; cursor?: string | null; limit?: number };

/** A page of deliveries by keyset, last received first, and the total (exact to 10,000). */
export async function listDeliveries(input: DeliveryPage, { pool }: Pooled = database()): Promise<DeliveryList> {
  const limit = input.limit ?? PAGE_ROWS;
  const paging = parameters();
  const counting = parameters();
  const { filter } = input;
  const file = await fileOf(filter, pool);
  const [page, counted] = await Promise.all([
    pool.query<DeliveryRow>(pageStatement(input, file, limit + 1, paging), paging.values),
    pool.query<{ total: number }>(countStatement(filter, file, counting), counting.values),
  ]);
  const { rows, last } = pageOf(page.rows, limit);
  return {
    items: rows.map(summaryOf),
    next_cursor: last ? timeCursor("deliveries", last.received_at, last.id) : null,
    total: countedTo(EXACT_TOTAL, counted.rows[0]?.total ?? 0),
    unresolved: counted.rows[0]?.total || !file || file.verification_id !== null ? null : file.state,
  };
}

/** The file that the id of a filter names, also by its tag or an address; null without an id. */
export const fileOf = async ({ id }: DeliveryFilter, client: Client): Promise<NamedFile | null> =>
  id === null ? null : findFile(client, id);

function pageStatement(
  { filter, cursor }: DeliveryPage,
  file: NamedFile | null,
  limit: number,
  collected: Parameters,
): string {
  const from = source(filter, file, collected);
  const after = afterCursor("deliveries", cursor, "received_at", collected);
  const parts = alternatives(filter, collected).map(
    (where) =>
      `(SELECT id, received_at FROM ${from} WHERE ${where} ${after} ORDER BY received_at DESC, id DESC LIMIT ${limit})`,
  );
  return `WITH page AS MATERIALIZED (
      SELECT id FROM (${parts.join(" UNION ALL ")}) AS parts ORDER BY received_at DESC, id DESC LIMIT ${limit}
    )
    SELECT ${columns(`CASE WHEN octet_length(entry.body) <= ${READ_BYTES} THEN entry.body END`)}
    FROM page JOIN inbox AS entry USING (id) LEFT JOIN verification_summaries AS summary USING (verification_id)
    ORDER BY entry.received_at DESC, entry.id DESC`;
}

function countStatement(filter: DeliveryFilter, file: NamedFile | null, collected: Parameters): string {
  const from = source(filter, file, collected);
  const parts = alternatives(filter, collected).map(
    (where) => `SELECT FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${EXACT_TOTAL + 1}) AS part`,
  );
  return `SELECT count(*) AS total FROM (${parts.join(" UNION ALL ")} LIMIT ${EXACT_TOTAL + 1}) AS bounded`;
}

export function summaryOf(row: DeliveryRow): DeliverySummary {
  const { id, signed_at, body, ...facts } = row;
  const stated = statedEventTime(body);
  return {
    delivery_id: id,
    ...facts,
    tag: shownName(facts.tag),
    signed_at: instantFromMs(signed_at * 1000),
    event_at: stated?.at ?? null,
    event_at_text: stated?.text ?? null,
  };
}

/**
 * SQL: the rows to search. An id selects one delivery, or the deliveries of one verification, by their own indexes before
 * the residual filter (`OFFSET 0` keeps the planner from scanning by time instead). Otherwise all deliveries.
 */
export function source({ id }: DeliveryFilter, file: NamedFile | null, { add }: Parameters): string {
  if (id === null) return "inbox";
  const text = add(id);
  const files = add([...new Set([id, file?.verification_id ?? id])]);
  const number = /^\d{1,15}$/.test(id) ? add(Number(id)) : null;
  const asNumber = number === null ? "" : `OR id = ${number}::bigint`;
  return `(SELECT * FROM inbox WHERE kind = 'delivery'
    AND (verification_id = ANY (${files}::text[]) OR signature = ${text} ${asNumber}) OFFSET 0) AS inbox`;
}

/**
 * The filter as disjoint alternatives, each a scan of one index in the order of receipt: a rare outcome or each event by
 * itself, with the rest as residual filter. Values of partial indexes are literals, since the planner does not know the
 * values of parameters.
 */
export function alternatives(filter: DeliveryFilter, { add }: Parameters): string[] {
  const { event, outcome, mark, from, to } = filter;
  const common = ["kind = 'delivery'", "state <> 'blocked'"];
  if (from !== null) common.push(`received_at >= ${add(from)}::timestamptz`);
  if (to !== null) common.push(`received_at < ${add(endOfRange(to))}::timestamptz`);
  if (mark.includes("late")) common.push("late");
  if (mark.includes("copied")) common.push("copies > 1");
  const ofOutcome = outcome.map((state) => `state = '${state}'`);
  const ofEvent = event.map((name) => `event_name = ${add(name)}`);
  const rare = outcome.length > 0 && !outcome.includes("applied");
  const [split, residual] = rare || event.length === 0 ? [ofOutcome, ofEvent] : [ofEvent, ofOutcome];
  const rest = [...common, ...(residual.length > 0 ? [`(${residual.join(" OR ")})`] : [])];
  return (split.length > 0 ? split.map((one) => [...rest, one]) : [rest]).map((all) => all.join(" AND "));
}

const REFUSALS_PAGE = 50;

const REFUSAL_COLUMNS =
  "id AS refusal_id, at, reason, receiver_id, size, body_hash, skew_seconds, source_address, count";

/** A refusal; null for an unknown id, or after the retention. */
export const getRefusal = (refusal_id: number, { pool }: Pooled = database()): Promise<Refusal | null> =>
  findRow<Refusal>(pool, `SELECT ${REFUSAL_COLUMNS} FROM refusals WHERE id = $1`, [refusal_id]);

/**
 * The receiver's ledger of refusals, newest first, with the number of each reason. The ledger is capped, so counting all of
 * it is cheap. The cursor is the last `refusal_id`.
 */
export async function listRefusals(
  input: { reason?: string | null; cursor?: string | null; limit?: number },
  { pool }: Pooled = database(),
): Promise<RefusalList> {
  const limit = input.limit ?? REFUSALS_PAGE;
  if (input.cursor && !/^\d{1,15}$/.test(input.cursor)) throw invalidCursor();
  const before = input.cursor ? Number(input.cursor) : null;
  const [page, counts] = await Promise.all([
    pool.query<Refusal>(
      `SELECT ${REFUSAL_COLUMNS} FROM refusals
       WHERE ($1::bigint IS NULL OR id < $1) AND ($2::text IS NULL OR reason = $2) ORDER BY id DESC LIMIT $3`,
      [before, input.reason ?? null, limit + 1],
    ),
    pool.query<{ reason: string; count: number }>(
      "SELECT reason, sum(count)::int8 AS count FROM refusals GROUP BY reason ORDER BY count DESC, reason",
    ),
  ]);
  const { rows, last } = pageOf(page.rows, limit);
  return {
    items: rows,
    next_cursor: last ? String(last.refusal_id) : null,
    counts: counts.rows,
  };
}
