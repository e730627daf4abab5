import type { SnapshotSubject, VerificationSnapshot } from "#lib/contract/events/snapshot.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";

/** A read of the API: what, when, the hash of the whole redacted answer (lowercase hex), and what was taken from it. */
export type SnapshotRow = {
  verification_id: string;
  subject: SnapshotSubject;
  read_at: Instant;
  body_hash: string;
} & VerificationSnapshot;

export type ChangedSnapshot = { verification_id: string; subject: SnapshotSubject };

const INSERT = `
  INSERT INTO verification_snapshots (verification_id, subject, read_at, body_hash, status, documents_status, tag,
    account_id, created_at, findings, findings_computed_at)
  SELECT verification_id, subject, read_at, decode(body_hash, 'hex'), status, documents_status, tag, account_id,
    created_at, findings, findings_computed_at
  FROM json_to_recordset($1::json) AS read(verification_id text, subject text, read_at timestamptz, body_hash text,
    status text, documents_status text, tag text, account_id text, created_at timestamptz, findings jsonb,
    findings_computed_at timestamptz)
  ON CONFLICT DO NOTHING`;

const DIFFERING = `
  SELECT DISTINCT read.verification_id, read.subject
  FROM json_to_recordset($1::json) AS read(verification_id text, subject text, read_at timestamptz, body_hash text)
  LEFT JOIN LATERAL (
    SELECT earlier.body_hash FROM verification_snapshots AS earlier
    WHERE earlier.verification_id = read.verification_id AND earlier.subject = read.subject
      AND (earlier.read_at, earlier.body_hash) < (read.read_at, decode(read.body_hash, 'hex'))
    ORDER BY earlier.read_at DESC, earlier.body_hash DESC LIMIT 1
  ) AS last ON true
  WHERE last.body_hash IS DISTINCT FROM decode(read.body_hash, 'hex')`;

/** Adds reads. Returns those whose answer differs from that of the read before them; equal ones are nobody's news. */
export async function writeSnapshots(client: Client, rows: readonly SnapshotRow[]): Promise<ChangedSnapshot[]> {
  if (rows.length === 0) return [];
  await client.query(INSERT, [JSON.stringify(rows)]);
  const keys = rows.map(({ verification_id, subject, read_at, body_hash }) => ({
    verification_id,
    subject,
    read_at,
    body_hash,
  }));
  const { rows: differing } = await client.query<ChangedSnapshot>(DIFFERING, [JSON.stringify(keys)]);
  return differing;
}
