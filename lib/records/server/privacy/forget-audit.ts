import { lockCustody } from "#lib/desk/server/custody/lock.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { forgetAudit } from "#lib/platform/server/audit/write.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

type AuditPosition = { at: Instant; id: number };

const READ_POSITION = "SELECT looked_at AS at, looked_id AS id FROM audit_retention";

/** Some entries have their verification only in the entry of their end; a search names every file that it showed. */
const OLDEST_ENTRIES = `
  WITH looked AS MATERIALIZED (
    SELECT id, at, ids FROM audit_log
    WHERE at < $1 AND ($3::timestamptz IS NULL OR (at, id) > ($3, $4::bigint)) ORDER BY at, id LIMIT $2
  ), named AS MATERIALIZED (
    SELECT id, ids ->> 'verification_id' AS file FROM looked WHERE ids ? 'verification_id'
    UNION
    SELECT looked.id, ended.ids ->> 'verification_id' FROM looked JOIN audit_log AS ended ON ended.intent_id = looked.id
    WHERE ended.ids ? 'verification_id'
    UNION
    SELECT id, jsonb_array_elements_text(ids -> 'verification_ids') FROM looked
    WHERE jsonb_typeof(ids -> 'verification_ids') = 'array'
  ), covered AS MATERIALIZED (
    SELECT file, kept_until(file, $5) AS until FROM (SELECT DISTINCT file FROM named) AS files
  ), noted AS (
    INSERT INTO custody_kept AS known (verification_id, look_again_at)
    SELECT file, until FROM covered WHERE until > now() ORDER BY file
    ON CONFLICT (verification_id) DO UPDATE SET look_again_at = LEAST(known.look_again_at, EXCLUDED.look_again_at)
  )
  SELECT id, at, EXISTS (
    SELECT FROM named JOIN covered USING (file) WHERE named.id = looked.id AND until > now()
  ) AS kept
  FROM looked ORDER BY at, id`;

const WRITE_POSITION = `
  INSERT INTO audit_retention (looked_at, looked_id) VALUES ($1, $2)
  ON CONFLICT (one) DO UPDATE SET (looked_at, looked_id) = ROW (EXCLUDED.looked_at, EXCLUDED.looked_id)`;

/**
 * Deletes the oldest entries of the trail from before a time. Entries about covered files are kept, and each is checked
 * once: checked entries are skipped later, until `releaseKept` deletes the position. Returns the numbers of checked
 * entries, at most `limit`, and of deleted entries.
 */
export async function forgetOldestAudit(
  tx: Client,
  { before, limit, keepsDecided }: { before: Instant; limit: number; keepsDecided: boolean },
): Promise<{ looked: number; went: number }> {
  await lockCustody(tx, "delete");
  const from = (await tx.query<AuditPosition>(READ_POSITION)).rows[0];
  const { rows } = await tx.query<AuditPosition & { kept: boolean }>(OLDEST_ENTRIES, [
    before,
    limit,
    from?.at ?? null,
    from?.id ?? null,
    keepsDecided,
  ]);
  const last = rows.at(-1);
  if (!last) return { looked: 0, went: 0 };
  await tx.query(WRITE_POSITION, [last.at, last.id]);
  const gone = rows.filter(({ kept }) => !kept).map(({ id }) => id);
  return { looked: rows.length, went: await forgetAudit(tx, before, gone) };
}
