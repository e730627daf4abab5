import { byPassword, currentIssuer } from "#lib/server/access/passwords-off.ts";
import type { Session } from "#lib/server/access/sessions.ts";
import { conflict, notFound } from "#lib/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/server/db/database.ts";

/**
 * Removes the link of the user's own account to the provider, and ends the other sessions by the provider. Throws
 * CONFLICT without a password to sign in with.
 */
export function unlinkProvider({ user, idHash }: Session, { pool }: Pooled = database()): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tx.query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
    const issuer = currentIssuer();
    const { rowCount: hasPassword } = await tx.query(`SELECT FROM users WHERE id = $1 AND ${byPassword("$2")}`, [
      user.id,
      issuer,
    ]);
    if (!hasPassword) throw conflict("Without the provider there is no way to sign in.");
    const { rowCount } = await tx.query("DELETE FROM provider_identities WHERE user_id = $1 AND issuer = $2", [
      user.id,
      issuer,
    ]);
    if (!rowCount) throw notFound("This link");
    await tx.query(
      "UPDATE sessions SET revoked_at = now() WHERE user_id = $1 AND issuer IS NOT NULL AND id_hash <> $2 AND revoked_at IS NULL",
      [user.id, idHash],
    );
  });
}
