import { createHash } from "node:crypto";
import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";
import type { SnapshotSubject } from "#lib/server/db/schema/inbox.ts";
import { INBOX_CHANNEL } from "./channel.ts";

export type Snapshot = {
  verification_id: string;
  subject: SnapshotSubject;
  /** When the request began, on the service's clock. */
  read_at: Instant;
  /** The answer, already redacted. */
  body: unknown;
  /** What makes it equal to another: the answer without what changes at each read. */
  compared_by: unknown;
};

/**
 * Adds a reading of the API to the inbox, by the same door as events (design §4). Of equal answers one body is stored,
 * the last.
 */
export async function storeSnapshot(client: Client, snapshot: Snapshot): Promise<{ body_hash: Buffer }> {
  const body = JSON.stringify(snapshot.body);
  const body_hash = createHash("sha256").update(JSON.stringify(snapshot.compared_by)).digest();
  await client.query(
    `INSERT INTO snapshot_bodies (hash, body) VALUES ($1, $2)
     ON CONFLICT (hash) DO UPDATE SET body = EXCLUDED.body WHERE snapshot_bodies.body <> EXCLUDED.body`,
    [body_hash, body],
  );
  await client.query(
    "INSERT INTO inbox (kind, verification_id, subject, read_at, body_hash) VALUES ('snapshot', $1, $2, $3, $4)",
    [snapshot.verification_id, snapshot.subject, snapshot.read_at, body_hash],
  );
  await client.query("SELECT pg_notify($1, '')", [INBOX_CHANNEL]);
  return { body_hash };
}
