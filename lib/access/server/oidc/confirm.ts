import { byPassword, currentIssuer } from "#lib/access/server/passwords-off.ts";
import { asksForSecondFactor, renewSession, type Session } from "#lib/access/server/sessions.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { addIdentity } from "./enter.ts";
import type { Flow } from "./flow.ts";
import { ProviderSignInError } from "./problem.ts";
import type { Verified } from "./redeem.ts";

type InSession = { flow: Flow; session: Session | null; actor: Actor };

/** The session that began the flow, which must still be the browser's. */
function sameSession({ flow, session }: InSession): Session {
  if (!session || session.idHash !== flow.session) throw new ProviderSignInError("signed_out");
  return session;
}

/**
 * Renews the session under the returned token, after its own user has authenticated at the provider, with the factors
 * that a sign-in requires.
 */
export function confirmByProvider(
  verified: Verified,
  inSession: InSession,
  { pool }: Pooled = database(),
): Promise<string> {
  const { idHash, user } = sameSession(inSession);
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      "SELECT FROM provider_identities WHERE issuer = $1 AND subject = $2 AND user_id = $3",
      [verified.issuer, verified.subject, user.id],
    );
    if (!rowCount) throw new ProviderSignInError("other_person", { user_id: user.id });
    if (verified.singleFactor && asksForSecondFactor(user.role)) {
      throw new ProviderSignInError("second_factor", { user_id: user.id });
    }
    const token = await renewSession(tx, idHash);
    if (!token) throw new ProviderSignInError("signed_out");
    await writeAudit(tx, {
      action: "session.confirmed",
      ids: { user_id: user.id },
      actor: inSession.actor,
      after: { by: "provider" },
    });
    return token;
  });
}

export function linkByProvider(verified: Verified, inSession: InSession, { pool }: Pooled = database()): Promise<void> {
  const { user } = sameSession(inSession);
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [user.id]);
    const { rowCount } = await tx.query(
      "SELECT FROM provider_identities WHERE issuer = $1 AND (subject = $2 OR user_id = $3)",
      [verified.issuer, verified.subject, user.id],
    );
    if (rowCount) throw new ProviderSignInError("linked_elsewhere", { user_id: user.id });
    await addIdentity(tx, user.id, verified);
    await writeAudit(tx, { action: "provider.linked", ids: { user_id: user.id }, actor: inSession.actor });
  });
}

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
