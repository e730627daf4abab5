import type { Client } from "#lib/server/db/database.ts";

export type RefusalReason =
  | "no_header"
  | "bad_header"
  | "no_match"
  | "too_old"
  | "too_new"
  | "too_large"
  | "unknown_receiver";

/** A refused delivery, without its body: anyone can send one (design §4, Receiver). */
export type Refusal = {
  /** Milliseconds since the epoch. */
  at: number;
  reason: RefusalReason;
  /** Null when the address names no receiver that could exist. */
  receiver_id: string | null;
  /** Bytes of the body, or what it was announced to be. */
  size: number | null;
  /** SHA-256 of the body, hex; null when it was not read to its end. */
  body_hash: string | null;
  /** Seconds by which `t` lies behind the receiver's clock, negative when ahead; null without a readable `t`. */
  skew_seconds: number | null;
  /** The peer's own address; a forwarded one is a claim that anyone can make. */
  source_address: string | null;
};

export type CountedRefusal = Refusal & { count: number };

/** What the ledger keeps: enough to see what goes wrong now, however much anyone sends. */
const KEPT = 10_000;

/** Adds to the ledger, in one statement. */
export async function storeRefusals(client: Client, refusals: readonly CountedRefusal[]): Promise<void> {
  const column = <T>(of: (refusal: CountedRefusal) => T) => refusals.map(of);
  await client.query(
    `INSERT INTO refusals (at, reason, receiver_id, size, body_hash, skew_seconds, source_address, count)
     SELECT to_timestamp(at / 1000.0), reason, receiver_id, size, body_hash, skew_seconds, source_address, count
     FROM unnest($1::float8[], $2::text[], $3::text[], $4::int8[], $5::text[], $6::int8[], $7::text[], $8::int4[])
       AS refusal (at, reason, receiver_id, size, body_hash, skew_seconds, source_address, count)`,
    [
      column((refusal) => refusal.at),
      column((refusal) => refusal.reason),
      column((refusal) => refusal.receiver_id),
      column((refusal) => (refusal.size === null ? null : Math.min(refusal.size, 2_147_483_647))),
      column((refusal) => refusal.body_hash),
      column((refusal) => refusal.skew_seconds),
      column((refusal) => refusal.source_address),
      column((refusal) => refusal.count),
    ],
  );
}

/** Drops all but the newest rows. */
export async function trimRefusals(client: Client, keep: number = KEPT): Promise<void> {
  await client.query("DELETE FROM refusals WHERE id <= (SELECT id FROM refusals ORDER BY id DESC OFFSET $1 LIMIT 1)", [
    keep,
  ]);
}
