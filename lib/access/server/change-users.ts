import type { NewUser, UserChange } from "#lib/access/contract/access-input.ts";
import { type CreatedUser, isConsentRole, type MadeLink } from "#lib/access/contract/user.ts";
import { CotejoError, conflict, forbidden, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { makeLink } from "./access-links.ts";
import { addNotice } from "./account-notices.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-choice.ts";
import { assertPasswordsOn, byPassword, byProvider, currentIssuer, isBreakGlassBarred } from "./passwords-off.ts";
import { removeSecondFactor } from "./second-factor.ts";
import { endSessions } from "./sessions.ts";
import { findUser, insertUser, type StoredUser } from "./users.ts";

type ByAdmin = { by: string };
type OfUser = ByAdmin & { id: string };

/**
 * Runs changes of accounts one at a time. FORBIDDEN unless the acting user is an admin at this moment; LAST_ADMIN if the
 * change leaves no admin who can sign in; BREAK_GLASS if the break-glass account could no longer sign in.
 */
export function changingUsers<T>(
  { by }: ByAdmin,
  { pool }: Pooled,
  change: (tx: Client, actor: StoredUser) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (tx) => {
    // Two admins who demote each other at once: the second waits here, and is then no admin any more.
    await tx.query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
    const actor = await findUser(tx, by);
    if (actor?.role !== "admin" || actor.disabled_at) throw forbidden();
    const result = await change(tx, actor);
    if (!(await countAdmins(tx))) throw new CotejoError("LAST_ADMIN", 409, "There has to be an admin who can sign in.");
    if (await isBreakGlassBarred(tx)) {
      throw new CotejoError("BREAK_GLASS", 409, "This account enters where the provider fails: choose another first.");
    }
    return result;
  });
}

/** Admins who can sign in. */
export async function countAdmins(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM users WHERE role = 'admin' AND disabled_at IS NULL AND (${byPassword("$1")} OR ${byProvider("$1")})`,
    [currentIssuer()],
  );
  return rows[0]?.count ?? 0;
}

export async function existing(tx: Client, id: string): Promise<StoredUser> {
  const user = await findUser(tx, id);
  if (!user) throw notFound("This person");
  return user;
}

/** Whether one admin cannot make some changes alone (`consent.ts`). */
export const isConsentRequired = async (tx: Client): Promise<boolean> =>
  Boolean((await tx.query("SELECT FROM consent_policy")).rowCount);

async function assertNoConsentRequired(tx: Client): Promise<void> {
  if (await isConsentRequired(tx))
    throw new CotejoError("CONSENT_REQUIRED", 409, "A second admin has to agree to this.");
}

/**
 * Adds a user, with a link to choose a password, or with a password that the user has to change. DUPLICATE_RESOURCE, or the
 * error of the password.
 */
export async function createUser(
  { by, ...input }: NewUser & ByAdmin,
  connection: Pooled = database(),
): Promise<CreatedUser> {
  if (input.password !== undefined) assertGoodPassword(input.password, input);
  const password_hash = input.password === undefined ? null : await hashPassword(input.password);
  return changingUsers({ by }, connection, async (tx) => {
    await assertPasswordsOn(tx);
    if (isConsentRole(input.role)) await assertNoConsentRequired(tx);
    const user = { ...(await insertUser(tx, { ...input, password_hash }, password_hash !== null)), disabled: false };
    if (password_hash) return user;
    const link = await makeLink(tx, user.id, "invitation");
    return { ...user, invite_url: link.url, invite_expires_at: link.expires_at };
  });
}

/** The part of a change that the trail keeps: roles and states; a name is personal data. */
type AuditedState = { role: string; disabled: boolean };
const auditedState = ({ role, disabled_at }: StoredUser): AuditedState => ({ role, disabled: disabled_at !== null });

/** Ends the sessions, links and drafts of a disabled account. */
export async function endAccess(tx: Client, id: string): Promise<void> {
  await endSessions(tx, id);
  await tx.query("DELETE FROM access_links WHERE user_id = $1", [id]);
  await tx.query("DELETE FROM drafts WHERE user_id = $1", [id]);
}

/**
 * Changes the name or the role, or disables or enables the account; a disabled account loses sessions, links and drafts.
 * Disabling takes a new time, so that the directory no longer enables the account (`scim_accounts.disabled_at`).
 */
export function changeUser(
  { by, id, change }: OfUser & { change: UserChange },
  connection: Pooled = database(),
): Promise<{ before: AuditedState; after: AuditedState; user: Omit<CreatedUser, "invite_url"> }> {
  return changingUsers({ by }, connection, async (tx) => {
    const before = await existing(tx, id);
    const { role: newRole = before.role } = change;
    if (newRole !== before.role && isConsentRole(newRole)) await assertNoConsentRequired(tx);
    await tx.query(
      `UPDATE users SET name = coalesce($2, name), role = coalesce($3, role),
         disabled_at = CASE WHEN $4::boolean IS NULL THEN disabled_at WHEN $4 THEN now() END
       WHERE id = $1`,
      [id, change.name ?? null, change.role ?? null, change.disabled ?? null],
    );
    if (change.disabled) await endAccess(tx, id);
    const after = await existing(tx, id);
    const { email, name, role } = after;
    return {
      before: auditedState(before),
      after: auditedState(after),
      user: { id, email, name, role, disabled: after.disabled_at !== null },
    };
  });
}

/**
 * A new invitation for a user who has not joined; for others a reset, which deletes their password, ends their sessions,
 * keeps their second factor, and adds a notice that names the admin. CONFLICT for a disabled user, and for the own account.
 */
export function renewLink({ by, id }: OfUser, connection: Pooled = database()): Promise<MadeLink> {
  return changingUsers({ by }, connection, async (tx, actor) => {
    const user = await existing(tx, id);
    if (id === by) throw conflict("Your own password is changed in your account.");
    // A pending account has nothing to take over, except in a role that requires consent.
    if (user.joined_at || isConsentRole(user.role)) await assertNoConsentRequired(tx);
    return makeNewLink(tx, user, [actor.email]);
  });
}

/** As `renewLink`, within a transaction of `changingUsers`; `by`: emails of the acting admins. */
export async function makeNewLink(tx: Client, user: StoredUser, by: readonly string[]): Promise<MadeLink> {
  if (user.disabled_at) throw conflict("This person is disabled.");
  await assertPasswordsOn(tx);
  if (!user.joined_at) return makeLink(tx, user.id, "invitation");
  await tx.query("UPDATE users SET password_hash = NULL WHERE id = $1", [user.id]);
  await endSessions(tx, user.id);
  await addNotice(tx, user.id, "password_reset", by);
  return makeLink(tx, user.id, "reset");
}

/** Withdraws an open invitation. CONFLICT once it is accepted: then the user is disabled instead. */
export function withdrawInvitation({ by, id }: OfUser, connection: Pooled = database()): Promise<void> {
  return changingUsers({ by }, connection, async (tx) => {
    const user = await existing(tx, id);
    if (user.joined_at) throw conflict("This person has an account: disable it.");
    await tx.query("DELETE FROM users WHERE id = $1", [id]);
  });
}

/**
 * Removes a lost second factor; the user's sessions end, the password stays, and a notice names the admin. Throws
 * SECOND_FACTOR_MISSING.
 */
export function removeFactorOf({ by, id }: OfUser, connection: Pooled = database()): Promise<void> {
  return changingUsers({ by }, connection, async (tx, actor) => {
    const user = await existing(tx, id);
    await assertNoConsentRequired(tx);
    await takeFactor(tx, user, [actor.email]);
  });
}

/** As `removeFactorOf`, within a transaction of `changingUsers`; `by`: emails of the acting admins. */
export async function takeFactor(tx: Client, { id }: StoredUser, by: readonly string[]): Promise<undefined> {
  await removeSecondFactor(tx, id);
  await endSessions(tx, id);
  await addNotice(tx, id, "second_factor_removed", by);
}
