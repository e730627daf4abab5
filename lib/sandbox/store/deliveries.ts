import type { Client } from "./database.ts";

export type NewDelivery = {
  webhook_id: string;
  verification_id: string;
  event_name: string;
  body: string;
  next_at: Date;
  /** Sent twice, as at-least-once delivery allows. */
  twice: boolean;
  /** A later attempt is signed again; otherwise it has the first attempt's `t`. */
  resigned: boolean;
  /** Never attempted, and failed from the beginning: a requested fault. */
  lost: boolean;
  /** Signed with another secret than the webhook's: a requested fault. */
  forged: boolean;
};

export type DueDelivery = Pick<NewDelivery, "webhook_id" | "body" | "twice" | "resigned" | "forged"> & {
  id: string;
  failures: number;
  /** Whether this is the second copy. */
  repeated: boolean;
  first_t: number | null;
  url: string;
  secret: string;
  enabled: boolean;
};

/** Writes the outbox, within the transaction that changes the verification. */
export async function addDeliveries(client: Client, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await client.query(
    `INSERT INTO sandbox.delivery
       (webhook_id, verification_id, event_name, body, next_at, twice, resigned, forged, created_at,
        state, last_error, ended_at)
     SELECT webhook_id, verification_id, event_name, body, next_at, twice, resigned, forged, $2,
       CASE WHEN lost THEN 'failed' ELSE 'pending' END,
       CASE WHEN lost THEN 'lost on purpose' END,
       CASE WHEN lost THEN $2::timestamptz END
     FROM json_to_recordset($1::json) AS t (webhook_id text, verification_id text, event_name text, body text,
       next_at timestamptz, twice boolean, resigned boolean, lost boolean, forged boolean)`,
    [JSON.stringify(deliveries), now],
  );
}

/** Up to `each` due deliveries of every webhook, oldest first, without those `held` already. */
export async function dueDeliveries(
  client: Client,
  now: Date,
  each: number,
  held: readonly string[],
): Promise<DueDelivery[]> {
  const { rows } = await client.query<Omit<DueDelivery, "first_t"> & { first_t: string | null }>(
    `SELECT d.*, w.url, w.secret, w.enabled
     FROM sandbox.webhook w CROSS JOIN LATERAL (
       SELECT id, webhook_id, body, failures, twice, repeated, resigned, forged, first_t FROM sandbox.delivery
       WHERE webhook_id = w.id AND state = 'pending' AND next_at <= $1 AND id <> ALL ($3::bigint[])
       ORDER BY next_at, id LIMIT $2
     ) d`,
    [now, each, held],
  );
  return rows.map((row) => ({ ...row, first_t: row.first_t === null ? null : Number(row.first_t) }));
}

/** When the next attempt is due. */
export async function earliestDelivery(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    "SELECT min(next_at) AS at FROM sandbox.delivery WHERE state = 'pending'",
  );
  return rows[0]?.at ?? null;
}

/** Marks several deliveries, locked in the order of their ids, as the deletion of their webhook locks them. */
export async function markDelivered(client: Client, ids: readonly string[], now: Date): Promise<void> {
  await client.query(
    `UPDATE sandbox.delivery SET state = 'delivered', ended_at = $2 WHERE id IN (
       SELECT id FROM sandbox.delivery WHERE id = ANY ($1::bigint[]) AND state = 'pending' ORDER BY id FOR UPDATE)`,
    [ids, now],
  );
}

/** Marks a delivery as delivered, and plans its copy with the same signature. */
export async function repeatDelivery(client: Client, id: string, t: number, nextAt: Date): Promise<void> {
  await client.query(
    `UPDATE sandbox.delivery SET repeated = true, first_t = $2, next_at = $3, resigned = false
     WHERE id = $1 AND state = 'pending'`,
    [id, t, nextAt],
  );
}

/** Stores one failure more than at the attempt's beginning, so that a repeated write counts once. */
export async function retryDelivery(
  client: Client,
  { id, failures }: Pick<DueDelivery, "id" | "failures">,
  t: number,
  error: string,
  nextAt: Date,
): Promise<void> {
  await client.query(
    `UPDATE sandbox.delivery
     SET failures = $2 + 1, first_t = coalesce(first_t, $3), last_error = $4, next_at = $5
     WHERE id = $1 AND state = 'pending'`,
    [id, failures, t, error, nextAt],
  );
}

/** Postpones a delivery without counting an attempt. */
export async function postponeDelivery(client: Client, id: string, nextAt: Date): Promise<void> {
  await client.query("UPDATE sandbox.delivery SET next_at = $2 WHERE id = $1 AND state = 'pending'", [id, nextAt]);
}

export async function markFailed(client: Client, id: string, error: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE sandbox.delivery SET state = 'failed', failures = failures + 1, last_error = $2, ended_at = $3
     WHERE id = $1 AND state = 'pending'`,
    [id, error, now],
  );
}

export type DeliveryCounts = { pending: number; delivered: number; failed: number };

export async function countDeliveries(client: Client, verificationId: string | null): Promise<DeliveryCounts> {
  const { rows } = await client.query<{ state: keyof DeliveryCounts; count: number }>(
    `SELECT state, count(*)::int AS count FROM sandbox.delivery
     WHERE $1::text IS NULL OR verification_id = $1 GROUP BY state`,
    [verificationId],
  );
  return { pending: 0, delivered: 0, failed: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
}

/** Ended deliveries are kept for a while for the counts, then deleted. */
export async function pruneDeliveries(client: Client, endedBefore: Date): Promise<number> {
  const { rowCount } = await client.query("DELETE FROM sandbox.delivery WHERE ended_at < $1", [endedBefore]);
  return rowCount ?? 0;
}
