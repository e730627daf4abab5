import type { PasswordSwitch } from "#lib/access/contract/user.ts";
import { conflict, invalid } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { changingUsers } from "./change-users.ts";
import { currentIssuer } from "./passwords-off.ts";
import type { Session } from "./sessions.ts";
import { findUser } from "./users.ts";

/** Whether passwords are switched off, and the account that may still use its password. */
export async function readPasswordSwitch({ pool }: Pooled = database()): Promise<PasswordSwitch> {
  const { rows } = await pool.query<NonNullable<PasswordSwitch["off"]>>(
    `SELECT since, break_glass AS user_id, name, email FROM passwords_off JOIN users ON users.id = break_glass`,
  );
  const provider = currentIssuer();
  return { provider, off: provider === null ? null : (rows[0] ?? null) };
}

/**
 * Switches passwords off for all but one admin, or changes that admin. Ends the password sessions of others, deletes the
 * links to choose a password, and returns the number of ended sessions. CONFLICT without a provider, and in a password
 * session: only a session by the provider proves that the provider works.
 */
export function switchPasswordsOff(
  { session, user_id }: { session: Session; user_id: string },
  connection: Pooled = database(),
): Promise<number> {
  return changingUsers({ by: session.user.id }, connection, async (tx) => {
    if (currentIssuer() === null) throw conflict("There is no provider of sign-ins.");
    if (session.isByPassword) throw conflict("Sign in by the provider first.");
    const user = await findUser(tx, user_id);
    if (user?.role !== "admin" || user.disabled_at || !user.password_hash) {
      throw invalid("Invalid user_id: not an admin with a password.");
    }
    await tx.query(
      "INSERT INTO passwords_off (break_glass) VALUES ($1) ON CONFLICT (one) DO UPDATE SET break_glass = $1",
      [user_id],
    );
    await tx.query("DELETE FROM access_links");
    const { rowCount } = await tx.query(
      "UPDATE sessions SET revoked_at = now() WHERE issuer IS NULL AND user_id <> $1 AND revoked_at IS NULL AND expires_at > now()",
      [user_id],
    );
    return rowCount ?? 0;
  });
}

export function switchPasswordsOn({ by }: { by: string }, connection: Pooled = database()): Promise<void> {
  return changingUsers({ by }, connection, async (tx) => {
    await tx.query("DELETE FROM passwords_off");
  });
}
