import type { LinkAcceptance, SetupInput } from "#lib/access/contract/access-input.ts";
import type { LinkOwner, LinkPurpose, MadeLink } from "#lib/access/contract/user.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { resetsOf } from "./account-notices.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-choice.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { endSessions, hashToken, newToken } from "./sessions.ts";
import { rememberBrowser } from "./sign-in.ts";
import { insertUser } from "./users.ts";

/** An invitation waits for a user's first day; a reset is for a user who wants to sign in now. */
const VALID_HOURS: Record<LinkPurpose, number> = { invitation: 7 * 24, reset: 24 };

const notValid = () => new CotejoError("FORBIDDEN", 403, "This link is not valid any more.");

/** Creates a one-time link for a user and revokes the previous one. */
export async function makeLink(client: Client, userId: string, purpose: LinkPurpose): Promise<MadeLink> {
  const token = newToken();
  const { rows } = await client.query<{ expires_at: string }>(
    `INSERT INTO access_links (user_id, token_hash, purpose, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(hours => $4))
     ON CONFLICT (user_id) DO UPDATE SET token_hash = $2, purpose = $3, expires_at = excluded.expires_at, created_at = now()
     RETURNING expires_at`,
    [userId, hashToken(token), purpose, VALID_HOURS[purpose]],
  );
  // The token is in the fragment: browsers do not send it, so no server can log it.
  return { url: `${env().APP_ORIGIN}/${purpose}#${token}`, purpose, expires_at: rows[0]?.expires_at ?? "" };
}

type FoundLink = LinkOwner & { user_id: string };

/** SQL: no consent policy began after the start of the link's transaction. */
const WITH_CONSENT = "NOT EXISTS (SELECT FROM consent_policy WHERE consent_policy.since > access_links.created_at)";

/** The owner of a link, without using it. FORBIDDEN for an unknown, used, replaced or expired link. */
export async function findLink(token: string, { pool }: Pooled = database()): Promise<FoundLink> {
  const { rows } = await pool.query<FoundLink>(
    `SELECT users.id AS user_id, purpose, email, name, expires_at FROM access_links JOIN users ON users.id = user_id
     WHERE token_hash = $1 AND expires_at > now() AND disabled_at IS NULL AND ${WITH_CONSENT}`,
    [hashToken(token)],
  );
  if (!rows[0]) throw notValid();
  return rows[0];
}

type Acceptance = { acceptance: LinkAcceptance; actor: Omit<Actor, "user">; browser: string | null };

/**
 * Stores the chosen password, ends the person's sessions, and makes the browser known, so that wrong passwords by others
 * do not lock the person out. For a user with a second factor the browser stays unknown: the link does not prove that
 * factor. One of two concurrent calls succeeds. Throws FORBIDDEN, or the error of the password.
 */
export async function acceptLink(
  { acceptance, actor, browser }: Acceptance,
  { pool }: Pooled = database(),
): Promise<{ email: string; browser: string | null }> {
  // Before the hash: a request without a valid link must cost no work.
  const owner = await findLink(acceptance.token, { pool });
  const name = (owner.purpose === "invitation" && acceptance.name) || owner.name;
  assertGoodPassword(acceptance.password, { email: owner.email, name });
  const password_hash = await hashPassword(acceptance.password);
  const remembered = await inTransaction(pool, async (tx) => {
    // Locks the user first, as changes of users do: one of two concurrent transactions waits for the other.
    const chosen = await tx.query(
      `UPDATE users SET password_hash = $2, name = $3, joined_at = coalesce(joined_at, now()), must_change_password = false
       WHERE id = $1 AND disabled_at IS NULL`,
      [owner.user_id, password_hash, name],
    );
    const used = await tx.query(
      `DELETE FROM access_links WHERE token_hash = $1 AND expires_at > now() AND ${WITH_CONSENT}`,
      [hashToken(acceptance.token)],
    );
    if (chosen.rowCount !== 1 || used.rowCount !== 1) throw notValid();
    await endSessions(tx, owner.user_id);
    const known = (await hasSecondFactor(tx, owner.user_id)) ? null : await rememberBrowser(tx, owner.user_id, browser);
    await writeAudit(tx, {
      action: owner.purpose === "invitation" ? "user.joined" : "password.reset",
      ids: { user_id: owner.user_id },
      after: owner.purpose === "reset" ? await resetsOf(tx, owner.user_id) : undefined,
      actor: { ...actor, user: { id: owner.user_id, email: owner.email } },
    });
    return known;
  });
  return { email: owner.email, browser: remembered };
}

const SETUP_VALID_HOURS = 24;

const setupNotValid = () => new CotejoError("FORBIDDEN", 403, "This setup link is not valid any more.");

/** A one-time link for the first admin of an installation; null once any user exists. Older links stop working. */
export async function createSetupLink({ pool }: Pooled = database()): Promise<string | null> {
  const { rowCount: users } = await pool.query("SELECT FROM users LIMIT 1");
  if (users) return null;
  const token = newToken();
  await inTransaction(pool, async (tx) => {
    await tx.query("DELETE FROM setup_links");
    await tx.query("INSERT INTO setup_links (token_hash, expires_at) VALUES ($1, now() + make_interval(hours => $2))", [
      hashToken(token),
      SETUP_VALID_HOURS,
    ]);
  });
  return `${env().APP_ORIGIN}/setup#${token}`;
}

/** SQL: the link `$1` is still valid. */
const SETUP_VALID = `token_hash = $1 AND used_at IS NULL AND expires_at > now() AND NOT EXISTS (SELECT FROM users)`;

/**
 * Creates the first admin with a setup link. Throws FORBIDDEN once a user exists or the link is used, or the error of the
 * password. One of two concurrent calls succeeds.
 */
export async function redeemSetupLink(
  { token, email, name, password }: SetupInput,
  actor: Omit<Actor, "user">,
  { pool }: Pooled = database(),
): Promise<void> {
  // Before the hash: a request without a valid link must cost no work.
  const { rowCount } = await pool.query(`SELECT FROM setup_links WHERE ${SETUP_VALID}`, [hashToken(token)]);
  if (rowCount !== 1) throw setupNotValid();
  assertGoodPassword(password, { email, name });
  const password_hash = await hashPassword(password);
  await inTransaction(pool, async (tx) => {
    await tx.query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
    const used = await tx.query(`UPDATE setup_links SET used_at = now() WHERE ${SETUP_VALID}`, [hashToken(token)]);
    if (used.rowCount !== 1) throw setupNotValid();
    const user = await insertUser(tx, { email, name, role: "admin", password_hash });
    await writeAudit(tx, {
      action: "installation.set_up",
      ids: { user_id: user.id },
      actor: { ...actor, user: { id: user.id, email: user.email } },
    });
  });
}
