import type { RefusalReason } from "#lib/core/contract/deliveries/delivery.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** A refused delivery, without its body, which anyone can send (design §4, Receiver). */
export type Refusal = {
  /** Milliseconds since the epoch. */
  at: number;
  reason: RefusalReason;
  /** Null when the address names no possible receiver. */
  receiver_id: string | null;
  /** Bytes of the body, or its announced length. */
  size: number | null;
  /** SHA-256 of the body, hex; null when it was not read to its end. */
  body_hash: string | null;
  /** Seconds by which `t` lies behind the receiver's clock, negative when ahead; null without a readable `t`. */
  skew_seconds: number | null;
  /** The peer's own address; a forwarded address can be forged. */
  source_address: string | null;
  /** Sent from an address of the service, or to an existing receiver: most likely a delivery of ours, with its own limit. */
  own: boolean;
};

export type CountedRefusal = Refusal & {
  count: number;
  /** Key of the limits: the address, or the network of one sender; null for several senders. */
  source_network: string | null;
};

/** Rows per sender and reason: the newest refusals in detail, and hours of counts. */
const MAX_GROUP_ROWS = 10;
/** Rows in all, of strangers and of the service; the senders with most rows lose rows first. */
const MAX_ROWS = 10_000;
const MAX_OWN_ROWS = 2_000;

/** Rows with counts only. */
const COUNTS = "receiver_id IS NULL AND size IS NULL AND body_hash IS NULL AND skew_seconds IS NULL";

/**
 * Adds refusals in one statement. Counts join the row of their sender, reason and hour; that row is written again, so
 * that the newest rows have the highest ids.
 */
export async function storeRefusals(client: Client, refusals: readonly CountedRefusal[]): Promise<void> {
  await client.query(
    `WITH given AS (
       SELECT to_timestamp(at / 1000.0) AS at, reason, receiver_id, body_hash, skew_seconds, source_network, count, own,
         CASE WHEN size > 2147483647 THEN 2147483647 ELSE size END AS size,
         host(address_or_null(source_address)) AS source_address
       FROM json_to_recordset($1::json) AS refusal (at float8, reason text, receiver_id text, size int8, body_hash text,
         skew_seconds int8, source_address text, source_network text, count int8, own boolean)
     ), counts AS (
       SELECT * FROM given WHERE ${COUNTS}
     ), joined AS (
       DELETE FROM refusals USING counts
       WHERE refusals.reason = counts.reason AND refusals.own = counts.own AND refusals.source_network IS NOT DISTINCT FROM counts.source_network
         AND date_trunc('hour', refusals.at) = date_trunc('hour', counts.at) AND refusals.receiver_id IS NULL
         AND refusals.size IS NULL AND refusals.body_hash IS NULL AND refusals.skew_seconds IS NULL
       RETURNING refusals.reason, refusals.own, refusals.source_network, date_trunc('hour', refusals.at) AS hour, refusals.count
     )
     INSERT INTO refusals (at, reason, receiver_id, size, body_hash, skew_seconds, source_address, source_network, own, count)
     SELECT at, reason, receiver_id, size, body_hash, skew_seconds, source_address, source_network, own,
       LEAST(2147483647, count + CASE WHEN ${COUNTS} THEN (
         SELECT COALESCE(sum(joined.count), 0) FROM joined WHERE joined.reason = given.reason AND joined.own = given.own
           AND joined.source_network IS NOT DISTINCT FROM given.source_network AND hour = date_trunc('hour', given.at)
       ) ELSE 0 END)
     FROM given ORDER BY at`,
    [JSON.stringify(refusals)],
  );
}

/**
 * Deletes all but the newest rows of each sender and reason; beyond the total limit, rows of the largest groups first,
 * so that one sender's flood does not delete another's refusals. Strangers do not displace the service's refusals.
 */
export async function trimRefusals(
  client: Client,
  { keep = MAX_ROWS, keepOwn = MAX_OWN_ROWS }: { keep?: number; keepOwn?: number } = {},
): Promise<void> {
  await client.query(
    `WITH ranked AS (
       SELECT id, own, row_number() OVER (PARTITION BY own, COALESCE(source_network, source_address), reason, (${COUNTS})
         ORDER BY id DESC) AS nth
       FROM refusals
     )
     DELETE FROM refusals WHERE id IN (
       SELECT id FROM ranked WHERE nth > $3
       UNION ALL (SELECT id FROM ranked WHERE nth <= $3 AND NOT own ORDER BY nth, id DESC OFFSET $1)
       UNION ALL (SELECT id FROM ranked WHERE nth <= $3 AND own ORDER BY nth, id DESC OFFSET $2)
     )`,
    [keep, keepOwn, MAX_GROUP_ROWS],
  );
}
