import type { Instant } from "#lib/contract/time.ts";
import { forgetAudit } from "#lib/server/audit/write.ts";
import type { Client } from "#lib/server/db/database.ts";
import { wasDecided } from "#lib/server/review/decided.ts";

type Place = { at: Instant; id: number };

const LOOKED = "SELECT looked_at AS at, looked_id AS id FROM audit_retention";

/** The verification of an entry may be stated only by the entry of its end. */
const OLDEST = `
  WITH looked AS MATERIALIZED (
    SELECT id, at, ids FROM audit_log
    WHERE at < $1 AND ($3::timestamptz IS NULL OR (at, id) > ($3, $4::bigint)) ORDER BY at, id LIMIT $2
  )
  SELECT id, at, $5 AND (
    ${wasDecided("looked.ids ->> 'verification_id'")} OR EXISTS (
      SELECT FROM audit_log AS ended
      WHERE ended.intent_id = looked.id AND ${wasDecided("ended.ids ->> 'verification_id'")})
  ) AS kept
  FROM looked ORDER BY at, id`;

const LOOKED_TO = `
  INSERT INTO audit_retention (looked_at, looked_id) VALUES ($1, $2)
  ON CONFLICT (one) DO UPDATE SET (looked_at, looked_id) = ROW (EXCLUDED.looked_at, EXCLUDED.looked_id)`;

/**
 * Deletes the oldest entries of the trail from before a time. If entries of decided files are kept, each is checked
 * once: checked entries are skipped later. Returns the numbers of checked entries, at most `limit`, and of deleted
 * ones.
 */
export async function forgetOldestAudit(
  tx: Client,
  { before, limit, keepsDecided }: { before: Instant; limit: number; keepsDecided: boolean },
): Promise<{ looked: number; went: number }> {
  const from = keepsDecided ? (await tx.query<Place>(LOOKED)).rows[0] : undefined;
  const { rows } = await tx.query<Place & { kept: boolean }>(OLDEST, [
    before,
    limit,
    from?.at ?? null,
    from?.id ?? null,
    keepsDecided,
  ]);
  const last = rows.at(-1);
  if (!last) return { looked: 0, went: 0 };
  if (keepsDecided) await tx.query(LOOKED_TO, [last.at, last.id]);
  const gone = rows.filter(({ kept }) => !kept).map(({ id }) => id);
  return { looked: rows.length, went: await forgetAudit(tx, before, gone) };
}
