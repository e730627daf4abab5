import type { AuditUsers } from "#lib/contract/audit/audit.ts";
import { type Database, database } from "#lib/server/db/database.ts";

/** Everybody who stands in the trail, each found by one step along the index, with the email of their last entry. */
export async function listAuditUsers({ pool }: Pick<Database, "pool"> = database()): Promise<AuditUsers> {
  const { rows } = await pool.query<AuditUsers["items"][number]>(`
    WITH RECURSIVE step AS (
      (SELECT user_id FROM audit_log WHERE user_id IS NOT NULL ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT next.user_id FROM step CROSS JOIN LATERAL
        (SELECT user_id FROM audit_log WHERE user_id > step.user_id ORDER BY user_id LIMIT 1) AS next
    )
    SELECT step.user_id AS id, last.email FROM step CROSS JOIN LATERAL
      (SELECT user_email AS email FROM audit_log WHERE user_id = step.user_id ORDER BY at DESC, id DESC LIMIT 1) AS last
    ORDER BY last.email, id`);
  return { items: rows };
}
