import { randomUUID } from "node:crypto";
import { conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { enqueue } from "./outgoing.ts";
import { readChannel } from "./read.ts";

/** Queues a test message, and returns the number of its sending. Throws NOT_FOUND, CONFLICT for a paused channel. */
export function sendTest(channel_id: string, { pool }: Pooled = database()): Promise<{ sending_id: number }> {
  return inTransaction(pool, async (tx) => {
    const { paused } = await readChannel(tx, channel_id);
    if (paused) throw conflict("The channel is paused.");
    const source = randomUUID();
    await enqueue(tx, [{ target: { channel_id }, kind: "test", source, payload: { channel_id } }]);
    const { rows } = await tx.query<{ id: number }>("SELECT id FROM outgoing WHERE channel_id = $1 AND source = $2", [
      channel_id,
      source,
    ]);
    return { sending_id: rows[0]?.id as number };
  });
}

/** Attempts are counted from 0 again. Recipients that got the mail (`reached`) stay recorded. */
const RETRY = `
  UPDATE outgoing SET state = 'pending', attempts = 0, next_attempt_at = now(), ended_at = NULL
  WHERE channel_id = $1 AND state = 'failed'`;

/** Sends a failed message again. Throws NOT_FOUND, CONFLICT for a message that has not failed. */
export async function retrySending(
  { channel_id, sending_id }: { channel_id: string; sending_id: number },
  { pool }: Pooled = database(),
): Promise<void> {
  const { rowCount } = await pool.query(`${RETRY} AND id = $2`, [channel_id, sending_id]);
  if (rowCount) return;
  const known = await pool.query("SELECT FROM outgoing WHERE channel_id = $1 AND id = $2", [channel_id, sending_id]);
  throw known.rowCount ? conflict("Only a failed message is sent again.") : notFound("The message");
}

/** Sends all failed messages of a channel again; returns their number. Throws NOT_FOUND. */
export async function retryFailed(channel_id: string, { pool }: Pooled = database()): Promise<{ retried: number }> {
  await readChannel(pool, channel_id);
  return { retried: (await pool.query(RETRY, [channel_id])).rowCount ?? 0 };
}
