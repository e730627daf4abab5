import { FACT_TABLES } from "#lib/core/server/projections/facts.ts";
import { queueReviews } from "#lib/core/server/projections/queue-reviews.ts";
import { lockSummaries } from "#lib/core/server/projections/summarise.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { claimRows } from "./claim.ts";
import { applyBatch, prepareBatch } from "./drain-batch.ts";
import { RETRY_ROWS } from "./replay.ts";

const MARKED_FILES =
  "SELECT DISTINCT verification_id FROM inbox WHERE contract_version = 0 AND state <> 'blocked' AND verification_id IS NOT NULL";

/**
 * Reads again the rows that a migration marked because their contract confused two keys. The facts of each verification
 * are rebuilt from the inbox in one transaction, so that no fact is repeated and no page shows a part. Returns the
 * number of verifications; throws the first failure after all were tried.
 */
export async function readMarkedAgain({ pool }: Pooled, signal?: AbortSignal): Promise<number> {
  const { rows } = await pool.query<{ verification_id: string }>(MARKED_FILES);
  const failures: unknown[] = [];
  for (const { verification_id } of rows) {
    if (signal?.aborted) break;
    try {
      await inTransaction(pool, (client) => readAgain(client, verification_id));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return rows.length;
}

async function readAgain(client: Client, verification_id: string): Promise<void> {
  await prepareBatch(client);
  const { rows } = await client.query<{ id: number }>(
    `${RETRY_ROWS}, contract_version = NULL WHERE verification_id = $1 AND (state = 'applied' OR contract_version = 0) RETURNING id`,
    [verification_id],
  );
  await lockSummaries(client, [verification_id]);
  await queueReviews(client, [verification_id]);
  for (const table of [...FACT_TABLES, "verification_snapshots"]) {
    await client.query(`DELETE FROM ${table} WHERE verification_id = $1`, [verification_id]);
  }
  const ids = rows.map(({ id }) => id);
  await applyBatch(client, await claimRows(client, ids), { requestReads: false });
}
