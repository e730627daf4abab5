import type { Instant } from "#lib/platform/contract/time.ts";
import { DELETED_OF_FILE, type DeletedOfFile } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  CERTIFICATES_SHOWN,
  type ErasureCause,
  type ErasureCertificate,
  type Erasures,
} from "#lib/records/contract/privacy/erasures.ts";
import { TABLES } from "#lib/tables.ts";

/** Leaves of the evidence log; `positions` is PostgreSQL's text of an array. */
type Leaves = { positions: string; digest: Buffer | null };

/** No row of the file is sealed between this query and its deletion. */
const LEAVES = `
  SELECT COALESCE(array_agg(position ORDER BY position), '{}')::text AS positions,
    sha256(string_agg(hash, '' ORDER BY position)) AS digest
  FROM (
    SELECT 'delivery' AS kind, id AS source_id FROM inbox
    WHERE kind = 'delivery' AND (verification_id = $1 OR id = ANY ($2::bigint[]))
    UNION ALL SELECT 'review', id FROM review_log WHERE verification_id = $1
    UNION ALL SELECT 'statement', id FROM file_statements WHERE verification_id = $1
  ) AS entry JOIN evidence_leaves USING (kind, source_id)`;

/** The sealed entries of a file and of further deliveries, before they are deleted in this transaction. */
export async function leavesOf(tx: Client, verification_id: string, deliveries: readonly number[]): Promise<Leaves> {
  await tx.query("SELECT wait_for_sealing()");
  const { rows } = await tx.query<Leaves>(LEAVES, [verification_id, deliveries]);
  return rows[0] ?? { positions: "{}", digest: null };
}

const INSERT = `
  INSERT INTO erasure_certificates (cause, user_name, blocked_at, deleted, positions, leaves_digest)
  VALUES ($1, (SELECT name FROM users WHERE id = $2), $3, $4, $5::bigint[], $6) RETURNING id`;

type Deletion = {
  cause: ErasureCause;
  blocked_at: Instant | null;
  rows: Partial<Record<DeletedOfFile, number>>;
  /** Deleted rows by table. */
  tables: ReadonlyMap<string, number>;
  leaves: Leaves;
};

/** Writes the certificate of an erasure in its transaction, and returns its id. */
export async function certify(
  tx: Client,
  { cause, blocked_at, rows, tables, leaves }: Deletion,
  { user }: Actor,
): Promise<string> {
  const counts = new Map<DeletedOfFile, number>();
  const add = (kind: DeletedOfFile, count: number) => counts.set(kind, (counts.get(kind) ?? 0) + count);
  for (const [kind, count] of Object.entries(rows)) add(kind as DeletedOfFile, count);
  for (const [table, count] of tables) add(TABLES.get(table)?.counted ?? "other", count);
  const deleted = Object.fromEntries([...counts].filter(([, count]) => count > 0));
  const values = [cause, user?.id ?? null, blocked_at, JSON.stringify(deleted), leaves.positions, leaves.digest];
  return (await tx.query<{ id: string }>(INSERT, values)).rows[0]?.id ?? "";
}

const COLUMNS = "id AS certificate_id, erased_at, cause, user_name AS erased_by, blocked_at, deleted";

type ListedCertificate = Erasures["certificates"][number];

/** The last certificates, newest first. */
export async function listCertificates(client: Client): Promise<ListedCertificate[]> {
  const { rows } = await client.query<ListedCertificate>(
    `SELECT ${COLUMNS} FROM erasure_certificates ORDER BY erased_at DESC, id LIMIT ${CERTIFICATES_SHOWN}`,
  );
  return rows.map((row) => ({ ...row, deleted: inOrder(row.deleted) }));
}

export async function readCertificate(
  certificate_id: string,
  { pool }: Pooled = database(),
): Promise<ErasureCertificate | null> {
  const { rows } = await pool.query<ErasureCertificate>(
    `SELECT ${COLUMNS}, to_jsonb(positions) AS positions, encode(leaves_digest, 'hex') AS leaves_digest
     FROM erasure_certificates WHERE id = $1`,
    [certificate_id],
  );
  return rows[0] ? { ...rows[0], deleted: inOrder(rows[0].deleted) } : null;
}

const inOrder = (deleted: ErasureCertificate["deleted"]): ErasureCertificate["deleted"] =>
  Object.fromEntries(DELETED_OF_FILE.flatMap((kind) => (deleted[kind] ? [[kind, deleted[kind]]] : [])));
