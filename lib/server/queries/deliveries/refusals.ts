import type { Refusal, RefusalList } from "#lib/contract/deliveries/delivery.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { pageOf } from "#lib/server/queries/page.ts";

const PAGE = 50;

/**
 * The receiver's ledger, newest first, with how many there are of each reason. The ledger is capped, so counting all of
 * it is cheap. The cursor is the last `refusal_id`.
 */
export async function listRefusals(
  input: { reason?: string | null; cursor?: string | null; limit?: number },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<RefusalList> {
  const limit = Math.min(Math.max(input.limit ?? PAGE, 1), PAGE);
  const before = /^\d{1,15}$/.test(input.cursor ?? "") ? Number(input.cursor) : null;
  const [page, counts] = await Promise.all([
    pool.query<Omit<Refusal, "refusal_id"> & { id: number }>(
      `SELECT id, at, reason, receiver_id, size, body_hash, skew_seconds, source_address, count FROM refusals
       WHERE ($1::bigint IS NULL OR id < $1) AND ($2::text IS NULL OR reason = $2) ORDER BY id DESC LIMIT $3`,
      [before, input.reason ?? null, limit + 1],
    ),
    pool.query<{ reason: string; count: number }>(
      "SELECT reason, sum(count)::int8 AS count FROM refusals GROUP BY reason ORDER BY count DESC, reason",
    ),
  ]);
  const { rows, last } = pageOf(page.rows, limit);
  return {
    items: rows.map(({ id, ...refusal }) => ({ refusal_id: id, ...refusal })),
    next_cursor: last ? String(last.id) : null,
    counts: counts.rows,
  };
}
