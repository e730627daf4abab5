import { type BlockedFile, type Erasures, MAX_BLOCKED } from "#lib/contract/privacy/erasures.ts";
import { coveredBy } from "#lib/server/custody/grounds.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { listCertificates } from "./certificates.ts";

const BLOCKED = `
  SELECT verification_id, blocked_at, user_name AS blocked_by, reason,
    NULLIF(ends, 'infinity') AS blocked_until, COALESCE(ends <= now(), true) AS ended
  FROM blocked_verifications CROSS JOIN LATERAL (
    SELECT GREATEST(kept_until(verification_id, false), not_before) AS ends
  ) AS last ORDER BY blocked_at DESC, id_hash LIMIT ${MAX_BLOCKED}`;

type Row = Omit<BlockedFile, "kept">;

/** Blocked files, and the certificates of the last erasures (`GET /api/privacy/erasures`). */
export async function listErasures({ pool }: Pooled = database()): Promise<Erasures> {
  const { rows } = await pool.query<Row>(BLOCKED);
  const blocked: BlockedFile[] = [];
  for (const row of rows) {
    const kept = row.verification_id === null ? null : await coveredBy(pool, row.verification_id);
    blocked.push({ ...row, kept });
  }
  return { blocked, certificates: await listCertificates(pool) };
}
