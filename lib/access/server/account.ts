import type { PasswordChange } from "#lib/access/contract/access-input.ts";
import { type Account, type KeptEmail, normalPassword, type SignInWay } from "#lib/access/contract/user.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError, unauthorized } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-choice.ts";
import { byPassword, currentIssuer } from "./passwords-off.ts";
import { asksForSecondFactor, endSessions, renewSession, type Session } from "./sessions.ts";
import { confirmPerson } from "./verify-person.ts";

export async function readAccount(
  { user: { id, email, name, role } }: Session,
  { pool }: Pooled = database(),
): Promise<Account> {
  const { rows } = await pool.query<NonNullable<Account["second_factor"]>>(
    `SELECT confirmed_at AS since,
       (SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery_codes_left
     FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
    [id],
  );
  const { ways, ...link } = await readWays(id, { pool });
  return {
    email,
    name,
    role,
    ways,
    provider: currentIssuer() === null ? null : link,
    second_factor: rows[0] ?? null,
    second_factor_required: asksForSecondFactor(role),
  };
}

type SignInWays = { ways: SignInWay[]; linked_at: Instant | null; kept_email: KeptEmail | null };

/** How a person can sign in, and since when the account is linked to the provider. */
export async function readWays(userId: string, { pool }: Pooled = database()): Promise<SignInWays> {
  const { rows } = await pool.query<Omit<SignInWays, "ways"> & { by_password: boolean }>(
    `SELECT ${byPassword("$2")} AS by_password, linked_at, kept_email
     FROM users LEFT JOIN provider_identities AS link ON link.user_id = users.id AND issuer = $2 WHERE users.id = $1`,
    [userId, currentIssuer()],
  );
  const { by_password = false, linked_at = null, kept_email = null } = rows[0] ?? {};
  return {
    ways: [...(by_password ? (["password"] as const) : []), ...(linked_at ? (["provider"] as const) : [])],
    linked_at,
    kept_email,
  };
}

/**
 * Changes the password of a user who confirms the current one; the user's other sessions end, and this session gets the
 * returned token. Throws PASSWORD_WRONG, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, or the error of the new password.
 */
export async function changePassword(
  { session, actor, change }: { session: Session; actor: Actor; change: PasswordChange },
  connection: Pooled = database(),
): Promise<string> {
  const { user } = session;
  const { current_password: password, code, passkey } = change;
  // The change renews the session, which requires the second factor too, if the user has one.
  const stored = await confirmPerson({ session, actor }, { password, code, passkey }, connection);
  assertGoodPassword(change.new_password, user);
  if (normalPassword(change.new_password) === normalPassword(password)) {
    throw new CotejoError("PASSWORD_SAME", 400, "This is the password that you have.");
  }
  const password_hash = await hashPassword(change.new_password);
  return inTransaction(connection.pool, async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE users SET password_hash = $2, must_change_password = false
       WHERE id = $1 AND password_hash = $3 AND disabled_at IS NULL`,
      [user.id, password_hash, stored],
    );
    const token = rowCount === 1 ? await renewSession(tx, session.idHash) : null;
    // Disabled, reset or changed meanwhile.
    if (!token) throw unauthorized();
    await endSessions(tx, user.id, session.idHash);
    await writeAudit(tx, { action: "password.changed", ids: { user_id: user.id }, actor });
    return token;
  });
}
