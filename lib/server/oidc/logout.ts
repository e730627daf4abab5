import { hash } from "node:crypto";
import { SYSTEM_ACTOR } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { type Logout, MAX_AGE_SECONDS } from "./logout-token.ts";

/**
 * Ends the sessions by the provider that a logout token names: one session, or all sessions of a user. Live streams end
 * within five seconds. Throws VALIDATION_ERROR for a repeated token. Returns the number of sessions.
 */
export function logOutByProvider(logout: Logout, { pool }: Pooled = database()): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await tx.query("DELETE FROM provider_logouts WHERE forget_at < now()");
    const { rowCount } = await tx.query(
      `INSERT INTO provider_logouts (token_hash, forget_at) VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT DO NOTHING`,
      [hashLogout(logout), 2 * MAX_AGE_SECONDS],
    );
    if (!rowCount) throw invalid("The logout token is refused: it came before.");
    const { rows } = await tx.query<{ id_hash: string; user_id: string }>(
      `UPDATE sessions SET revoked_at = now()
       WHERE issuer = $1 AND revoked_at IS NULL AND expires_at > now()
         AND ($2::text IS NULL OR provider_session = $2)
         AND ($3::text IS NULL OR user_id IN (SELECT user_id FROM provider_identities WHERE issuer = $1 AND subject = $3))
       RETURNING id_hash, user_id`,
      [logout.issuer, logout.sid, logout.sub],
    );
    for (const { id_hash, user_id } of rows) {
      await writeAudit(tx, {
        action: "session.ended",
        ids: { user_id, session_id: id_hash },
        actor: SYSTEM_ACTOR,
        after: { by: "provider" },
      });
    }
    return rows.length;
  });
}

const hashLogout = ({ issuer, jti }: Logout): string => hash("sha256", JSON.stringify([issuer, jti]));
