import type { DeliveryFilter } from "#lib/core/contract/deliveries/delivery-filter.ts";
import type { NamedFile } from "#lib/core/contract/verifications/named-file.ts";
import { RETRY_ROWS } from "#lib/core/server/inbox/replay.ts";
import { createInboxAnnouncer } from "#lib/core/server/inbox/store-deliveries.ts";
import { conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { parameters } from "#lib/platform/server/db/list-query.ts";
import { alternatives, fileOf, source } from "./list.ts";

const CHUNK = 2_000;

/** Applies a failed delivery again. Throws CONFLICT for any other: it has been applied, waits, or is not recognized. */
export async function retryDelivery({ delivery_id }: { delivery_id: number }, { pool }: Pooled = database()) {
  const { rowCount } = await pool.query(`${RETRY_ROWS} WHERE id = $1 AND kind = 'delivery' AND state = 'failed'`, [
    delivery_id,
  ]);
  if (rowCount) return createInboxAnnouncer({ pool })();
  const { rowCount: known } = await pool.query(KNOWN, [delivery_id]);
  throw known ? conflict("Only a failed delivery can be retried.") : notFound("The delivery");
}

const KNOWN = "SELECT FROM inbox WHERE id = $1 AND kind = 'delivery' AND state <> 'blocked'";

/** The failed deliveries among the matches; null if the filter has other outcomes only. */
function onlyFailed(filter: DeliveryFilter): DeliveryFilter | null {
  const excluded = filter.outcome.length > 0 && !filter.outcome.includes("failed");
  return excluded ? null : { ...filter, outcome: ["failed"] };
}

export async function countRetryable(filter: DeliveryFilter, { pool }: Pooled = database()): Promise<number> {
  const wanted = onlyFailed(filter);
  if (!wanted) return 0;
  const { sql, values } = matching(wanted, await fileOf(wanted, pool), "count(*)::int8 AS count");
  return (await pool.query<{ count: number }>(sql, values)).rows[0]?.count ?? 0;
}

/**
 * Applies all failed deliveries of a filter again, in chunks, and returns their number. The set is fixed at the beginning:
 * a delivery that fails again meanwhile is not retried twice.
 */
export async function retryMatching(filter: DeliveryFilter, { pool }: Pooled = database()): Promise<number> {
  const wanted = onlyFailed(filter);
  if (!wanted) return 0;
  const { sql, values } = matching(wanted, await fileOf(wanted, pool), "id");
  const ids = (await pool.query<{ id: number }>(`${sql} ORDER BY id`, values)).rows.map(({ id }) => id);
  const announce = createInboxAnnouncer({ pool });
  let total = 0;
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rowCount } = await pool.query(`${RETRY_ROWS} WHERE id = ANY($1::bigint[]) AND state = 'failed'`, [
      ids.slice(start, start + CHUNK),
    ]);
    total += rowCount ?? 0;
    announce();
  }
  return total;
}

function matching(filter: DeliveryFilter, file: NamedFile | null, columns: string) {
  const collected = parameters();
  const from = source(filter, file, collected);
  const [where] = alternatives(filter, collected);
  return { sql: `SELECT ${columns} FROM ${from} WHERE ${where}`, values: collected.values };
}
