import { type Client, type Database, inTransaction } from "#lib/server/db/database.ts";
import { FACT_TABLES } from "#lib/server/projections/facts.ts";
import { lockSummaries } from "#lib/server/projections/summarise.ts";
import { claimRows } from "./claim.ts";
import { applyBatch, prepareBatch, queueReviews } from "./drain-batch.ts";
import { TAKE_UP } from "./replay.ts";

const NEXT = "SELECT verification_id FROM inbox WHERE contract_version = 0 AND verification_id IS NOT NULL LIMIT 1";

/**
 * Reads again what a migration has marked, because the contract that read it took one key for another: all facts of such
 * a verification are made anew from what came in, in one transaction each, so that none is there twice and no page shows
 * a part of them. Returns how many verifications.
 */
export async function readMarkedAgain({ pool }: Pick<Database, "pool">, signal?: AbortSignal): Promise<number> {
  for (let done = 0; ; done += 1) {
    const { rows } = await pool.query<{ verification_id: string }>(NEXT);
    const [next] = rows;
    if (next === undefined || signal?.aborted) return done;
    await inTransaction(pool, (client) => readAgain(client, next.verification_id));
  }
}

async function readAgain(client: Client, verification_id: string): Promise<void> {
  await prepareBatch(client);
  const { rows } = await client.query<{ id: number }>(
    `${TAKE_UP}, contract_version = NULL WHERE verification_id = $1 AND (state = 'applied' OR contract_version = 0) RETURNING id`,
    [verification_id],
  );
  await lockSummaries(client, [verification_id]);
  await queueReviews(client, [verification_id]);
  for (const table of [...FACT_TABLES, "verification_snapshots"]) {
    await client.query(`DELETE FROM ${table} WHERE verification_id = $1`, [verification_id]);
  }
  const claimed = await claimRows(
    client,
    rows.map(({ id }) => id),
  );
  await applyBatch(client, claimed, { requestReads: false });
}
