import { inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { deleteSecret } from "#lib/server/vault/vault.ts";

/** How long ended messages are kept, and how long others wait, as those of a paused channel. */
const KEPT = "interval '30 days'";
const BATCH = 1_000;

const EXPIRE = `
  UPDATE outgoing SET state = 'failed', error = 'expired', next_attempt_at = NULL, ended_at = now()
  WHERE id IN (SELECT id FROM outgoing WHERE state = 'pending' AND created_at < now() - ${KEPT} LIMIT ${BATCH})`;

const DELETE = `
  DELETE FROM outgoing
  WHERE id IN (SELECT id FROM outgoing WHERE ended_at < now() - ${KEPT} ORDER BY ended_at LIMIT ${BATCH})`;

const OVER = `
  SELECT id, previous_secret_id FROM channels WHERE previous_until <= now() AND previous_secret_id IS NOT NULL
  FOR UPDATE SKIP LOCKED`;

/** Deletes messages that ended long ago, ends those that nobody took, and deletes replaced secrets that sign no more. */
export async function forgetOld({ pool }: Pooled): Promise<void> {
  await pool.query(EXPIRE);
  while (((await pool.query(DELETE)).rowCount ?? 0) === BATCH);
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; previous_secret_id: string }>(OVER);
    for (const { id, previous_secret_id } of rows) {
      await tx.query("UPDATE channels SET previous_secret_id = NULL, previous_until = NULL WHERE id = $1", [id]);
      await deleteSecret(tx, previous_secret_id);
    }
  });
}
