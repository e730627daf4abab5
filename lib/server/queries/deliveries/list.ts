import type { DeliveryList, DeliveryState, DeliverySummary } from "#lib/contract/deliveries/delivery.ts";
import type { DeliveryFilter } from "#lib/contract/deliveries/delivery-filter.ts";
import { eventTime, readDelivery } from "#lib/contract/events/event.ts";
import { type Instant, instantFromMs, parseInstant } from "#lib/contract/time.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { countedTo, pageOf } from "#lib/server/queries/page.ts";
import { type Parameters, parameters } from "#lib/server/queries/statement.ts";
import { alternatives, source } from "./conditions.ts";

export const MAX_PAGE = 200;
const PAGE = 50;

/** Beyond this the total is 'at least', as everywhere. */
const EXACT_TOTAL = 10_000;

/** A larger body is not read for its event's time: a page of them would be two hundred megabytes. */
const READ_BYTES = 64 * 1024;

export type DeliveryRow = {
  id: number;
  received_at: Instant;
  signed_at: number;
  event_name: string | null;
  verification_id: string | null;
  tag: string | null;
  state: DeliveryState;
  late: boolean;
  copies: number;
  last_error: string | null;
  body: Buffer | null;
};

const columns = (body: string): string =>
  `entry.id, entry.received_at, entry.signed_at, entry.event_name, entry.verification_id, summary.tag, entry.state, entry.late,
   entry.copies, entry.last_error, ${body} AS body`;

export const DELIVERY_COLUMNS: string = columns("entry.body");

type Input = { filter: DeliveryFilter; cursor?: string | null; limit?: number };

/** A page of deliveries by keyset, last received first, and how many there are in all (exact to 10,000). */
export async function listDeliveries(
  input: Input,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<DeliveryList> {
  const limit = Math.min(Math.max(input.limit ?? PAGE, 1), MAX_PAGE);
  const paging = parameters();
  const counting = parameters();
  const [page, counted] = await Promise.all([
    pool.query<DeliveryRow>(pageStatement(input, limit + 1, paging), paging.values),
    pool.query<{ total: number }>(countStatement(input.filter, counting), counting.values),
  ]);
  const { rows, last } = pageOf(page.rows, limit);
  return {
    items: rows.map(summaryOf),
    next_cursor: last ? `${last.received_at}_${last.id}` : null,
    total: countedTo(EXACT_TOTAL, counted.rows[0]?.total ?? 0),
  };
}

function pageStatement({ filter, cursor }: Input, limit: number, collected: Parameters): string {
  const from = source(filter, collected);
  const after = afterCursor(cursor, collected);
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

/** A cursor that was tampered with starts again at the first page instead of failing. */
function afterCursor(cursor: string | null | undefined, { add }: Parameters): string {
  const [at = "", id = ""] = (cursor ?? "").split("_");
  if (!parseInstant(at) || !/^\d{1,15}$/.test(id)) return "";
  return `AND (received_at, id) < (${add(at)}::timestamptz, ${add(Number(id))}::bigint)`;
}

function countStatement(filter: DeliveryFilter, collected: Parameters): string {
  const from = source(filter, collected);
  const parts = alternatives(filter, collected).map(
    (where) => `SELECT FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${EXACT_TOTAL + 1}) AS part`,
  );
  return `SELECT count(*) AS total FROM (${parts.join(" UNION ALL ")} LIMIT ${EXACT_TOTAL + 1}) AS bounded`;
}

export function summaryOf(row: DeliveryRow): DeliverySummary {
  const { id, signed_at, body, ...facts } = row;
  const read = body === null ? null : readDelivery(body);
  return {
    delivery_id: id,
    ...facts,
    signed_at: instantFromMs(signed_at * 1000),
    event_at: read?.recognized ? eventTime(read.event) : null,
  };
}
