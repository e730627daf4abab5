import type { DeliveryDetail } from "#lib/contract/deliveries/delivery.ts";
import { readDelivery } from "#lib/contract/events/event.ts";
import type { Instant } from "#lib/contract/time.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { getVerification } from "#lib/server/queries/verifications/get.ts";
import { effectsOf } from "./effects.ts";
import { DELIVERY_COLUMNS, type DeliveryRow, summaryOf } from "./list.ts";

type Row = DeliveryRow & {
  signature: string;
  receiver_id: string;
  attempts: number;
  next_attempt_at: Instant | null;
};

/** One delivery with what was sent and what it states; null when there is none of this id. */
export async function getDelivery(
  { delivery_id }: { delivery_id: number },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<DeliveryDetail | null> {
  const { rows } = await pool.query<Row>(
    `SELECT ${DELIVERY_COLUMNS}, entry.signature, entry.receiver_id, entry.attempts, entry.next_attempt_at
     FROM inbox AS entry LEFT JOIN verification_summaries AS summary USING (verification_id)
     WHERE entry.id = $1 AND entry.kind = 'delivery'`,
    [delivery_id],
  );
  const [row] = rows;
  if (!row) return null;
  const { signature, receiver_id, attempts, next_attempt_at, ...summary } = row;
  return {
    ...summaryOf(summary),
    signature,
    receiver_id,
    attempts,
    next_attempt_at,
    size: row.body?.byteLength ?? null,
    payload: row.body && payloadText(row.body),
    effects: await effects(row, { pool }),
  };
}

async function effects({ state, body, signed_at, verification_id }: Row, db: Pick<Database, "pool">) {
  if (state !== "applied" || body === null || verification_id === null) return [];
  const read = readDelivery(body);
  const shown = read.recognized ? await getVerification(verification_id, db) : null;
  return read.recognized && shown ? effectsOf(read.event, signed_at, shown) : [];
}

/** UTF-8 as it came, or null: a payload is shown as it was sent, or said to be unreadable, never repaired. */
function payloadText(body: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}
