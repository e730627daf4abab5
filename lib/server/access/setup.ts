import type { SetupInput } from "#lib/contract/access/access-input.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { type Database, database, inTransaction } from "#lib/server/db/database.ts";
import { env } from "#lib/server/env.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-choice.ts";
import { hashToken, newToken } from "./tokens.ts";
import { countUsers, insertUser } from "./users.ts";

const VALID_HOURS = 24;

const notValid = () => new CotejoError("FORBIDDEN", 403, "This setup link is not valid any more.");

/** A one-time link for the first admin of an installation; null once any user exists. Older links stop working. */
export async function createSetupLink(connection: Pick<Database, "pool"> = database()): Promise<string | null> {
  if ((await countUsers(connection)) > 0) return null;
  const token = newToken();
  await inTransaction(connection.pool, async (tx) => {
    await tx.query("DELETE FROM setup_links");
    await tx.query("INSERT INTO setup_links (token_hash, expires_at) VALUES ($1, now() + make_interval(hours => $2))", [
      hashToken(token),
      VALID_HOURS,
    ]);
  });
  return `${env().APP_ORIGIN}/setup#${token}`;
}

/** SQL: that the link `$1` can be used still. */
const VALID = `token_hash = $1 AND used_at IS NULL AND expires_at > now() AND NOT EXISTS (SELECT FROM users)`;

/**
 * Creates the first admin with a setup link. Refused once a user exists, and after one use; of two at once one wins.
 * Throws FORBIDDEN, or why the password is refused.
 */
export async function redeemSetupLink(
  { token, email, name, password }: SetupInput,
  actor: Omit<Actor, "user">,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<void> {
  // Before anything is hashed: without a link nobody causes work.
  const { rowCount } = await pool.query(`SELECT FROM setup_links WHERE ${VALID}`, [hashToken(token)]);
  if (rowCount !== 1) throw notValid();
  assertGoodPassword(password, { email, name });
  const password_hash = await hashPassword(password);
  await inTransaction(pool, async (tx) => {
    await tx.query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
    const used = await tx.query(`UPDATE setup_links SET used_at = now() WHERE ${VALID}`, [hashToken(token)]);
    if (used.rowCount !== 1) throw notValid();
    const user = await insertUser(tx, { email, name, role: "admin", password_hash });
    await writeAudit(tx, {
      action: "installation.set_up",
      ids: { user_id: user.id },
      actor: { ...actor, user: { id: user.id, email: user.email } },
    });
  });
}
