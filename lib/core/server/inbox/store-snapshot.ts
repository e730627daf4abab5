import { hash } from "node:crypto";
import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { blocked, erased, isBlocked, markOf, notBlocked, notErased } from "./erasure-marks.ts";

export type Snapshot = {
  verification_id: string;
  subject: SnapshotSubject;
  /** When the request began, on the service's clock. */
  read_at: Instant;
  /** The answer, already redacted. */
  body: unknown;
  /** The answer without the fields that change at each read, for the comparison of answers. */
  compared_by: unknown;
};

/**
 * Adds a reading of the API to the inbox, by the same way as events (design §4), in the caller's transaction, which has
 * locked nothing yet. Equal answers share one stored body, the last. Throws ERASED or BLOCKED, and stores nothing, if
 * the verification was erased or blocked meanwhile.
 */
export async function storeSnapshot(client: Client, snapshot: Snapshot): Promise<{ body_hash: Buffer }> {
  const body = JSON.stringify(snapshot.body);
  const body_hash = hash("sha256", JSON.stringify(snapshot.compared_by), "buffer");
  // The inbox is locked first, as by an erasure: from here on nothing is erased until this transaction has ended.
  const mark = await markOf(client, snapshot.verification_id);
  const stored =
    (await insert(client, snapshot, body_hash, mark)) ||
    (mark === null && (await insert(client, snapshot, body_hash, await markOf(client, snapshot.verification_id))));
  if (!stored) throw (await isBlocked(client, snapshot.verification_id)) ? blocked() : erased();
  // `deleteUnneededBodies` waits until the end of this transaction, so that it does not delete the body.
  await client.query("SELECT pg_advisory_xact_lock_shared($1)", [LOCKS.snapshotBodies]);
  await client.query(
    `INSERT INTO snapshot_bodies (hash, body) VALUES ($1, $2)
     ON CONFLICT (hash) DO UPDATE SET body = EXCLUDED.body WHERE snapshot_bodies.body <> EXCLUDED.body`,
    [body_hash, body],
  );
  await client.query("SELECT pg_notify($1, '')", [WORK_CHANNEL]);
  return { body_hash };
}

async function insert(
  client: Client,
  { verification_id, subject, read_at }: Snapshot,
  body_hash: Buffer,
  mark: Buffer | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO inbox (kind, verification_id, subject, read_at, body_hash)
     SELECT 'snapshot', $1::text, $2::text, $3::timestamptz, $4::bytea WHERE ${notErased("$5")} AND ${notBlocked("$5")}`,
    [verification_id, subject, read_at, body_hash, mark],
  );
  return rowCount === 1;
}

/** Deletes up to `limit` bodies of readings, of these hashes or of all, that no row needs; returns their number. */
export async function deleteUnneededBodies(tx: Client, limit: number, hashes?: readonly string[]): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.snapshotBodies]);
  const { rowCount } = await tx.query(
    `DELETE FROM snapshot_bodies WHERE hash IN (
       SELECT hash FROM snapshot_bodies
       WHERE ${hashes ? "hash IN (SELECT decode(given, 'hex') FROM unnest($2::text[]) AS given) AND" : ""} NOT EXISTS (
         SELECT FROM inbox WHERE kind = 'snapshot' AND stated IS NULL AND body_hash = hash
       ) LIMIT $1
     )`,
    hashes ? [limit, hashes] : [limit],
  );
  return rowCount ?? 0;
}
