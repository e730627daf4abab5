import { CONTRACT_VERSION } from "#lib/contract/events/event.ts";
import { type Database, inTransaction } from "#lib/server/db/database.ts";
import { emptyProjections } from "#lib/server/projections/reset.ts";
import { type DrainResult, drainInbox } from "./drain.ts";

const CHUNK = 2_000;

/**
 * Gives deliveries that an older contract did not understand another chance (design §4, Inbox): they go back to
 * `pending`, in chunks. Returns how many.
 */
export async function retryUnrecognized({ pool }: Pick<Database, "pool">, version = CONTRACT_VERSION): Promise<number> {
  let total = 0;
  for (;;) {
    const { rowCount } = await pool.query(
      `UPDATE inbox SET state = 'pending', attempts = 0, next_attempt_at = NULL, last_error = NULL
       WHERE id IN (SELECT id FROM inbox WHERE state = 'unrecognized' AND contract_version < $1
         LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)`,
      [version],
    );
    total += rowCount ?? 0;
    if (!rowCount || rowCount < CHUNK) return total;
  }
}

/**
 * Drops every projection and drains the inbox again, as far back as payloads are kept; the tables come out the same.
 * Workers may go on meanwhile and help. Pages show less until it is done.
 */
export async function rebuildProjections(
  database: Pick<Database, "pool">,
  options: { signal?: AbortSignal } = {},
): Promise<DrainResult> {
  await inTransaction(database.pool, async (client) => {
    // Whoever locks more than rows begins with the inbox, so that no two of them wait for each other.
    await client.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    await emptyProjections(client);
    await client.query(
      "UPDATE inbox SET state = 'pending', attempts = 0, next_attempt_at = NULL WHERE state = 'applied'",
    );
  });
  return drainInbox(database, { ...options, requestReads: false });
}
