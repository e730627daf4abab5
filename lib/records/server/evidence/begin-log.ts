import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

type Head = Omit<SignedHead, "public_key">;

const RESTORED = `
  SELECT size, encode(root, 'hex') AS root, at, encode(signature, 'base64') AS signature FROM evidence_state
  WHERE root IS NOT NULL AND at IS NOT NULL AND signature IS NOT NULL`;

/** Deletes the leaves and events of the former log, whose ids may be those of lost entries. */
const DELETE_LOG = `
  DELETE FROM evidence_leaves; DELETE FROM evidence_salts; DELETE FROM evidence_nodes; DELETE FROM evidence_events;
  UPDATE evidence_state SET size = 0, root = NULL, at = NULL, signature = NULL;
  UPDATE evidence_progress SET settled_id = 0, newest_id = 0, read_id = 0, read_by = 0, read_at = '-infinity'`;

const BEGIN = "INSERT INTO evidence_events (kind, previous) VALUES ('log_begun', $1)";

/**
 * Begins a new log after a restore, in the same transaction: entries of the former log are lost. The first entry has the
 * head of the backup and the last head that left the machine, which explains the heads that are kept elsewhere, and whether
 * the backup was signed. Does nothing if no entry was ever sealed.
 */
export async function beginEvidenceLog(client: Client, left: Head | null, backup: string): Promise<void> {
  const [restored = null] = (await client.query<Head>(RESTORED)).rows;
  if (!restored && !left) return;
  await client.query(DELETE_LOG);
  await client.query(BEGIN, [JSON.stringify({ restored, left, backup })]);
}
