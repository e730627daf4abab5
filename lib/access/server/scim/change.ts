import { roleOfClaim } from "#lib/access/contract/provider-claims.ts";
import type { Attributes } from "#lib/access/contract/scim/attributes.ts";
import { patched, type ScimPatch } from "#lib/access/contract/scim/patch.ts";
import { ScimProblem } from "#lib/access/contract/scim/problem.ts";
import { attributesOf, type DirectoryUser, nameOf, scimUser } from "#lib/access/contract/scim/user.ts";
import { countAdmins, endAccess } from "#lib/access/server/change-users.ts";
import { addByDirectory, applyRole, changingAccounts } from "#lib/access/server/directory-role.ts";
import { currentIssuer, isBreakGlassBarred } from "#lib/access/server/passwords-off.ts";
import { findUser, findUserByEmail, type StoredUser } from "#lib/access/server/users.ts";
import { unassignReviews } from "#lib/desk/server/review/unassign.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readAccount, type ScimAccount } from "./accounts.ts";

type ScimChange = { actor: Actor };

/** Error code of an enabling that the directory asks for after an admin disabled the account. */
const DISABLED_HERE = "DISABLED_HERE";

const taken = (message: string) => new CotejoError("DUPLICATE_RESOURCE", 409, message);

/**
 * Creates an account without a password, for sign-in by the provider. An existing account is taken over only if its
 * user has signed in by the provider with this `externalId`. Throws DUPLICATE_RESOURCE otherwise.
 */
export function createAccount(
  user: DirectoryUser,
  { actor }: ScimChange,
  connection: Pooled = database(),
): Promise<ScimAccount> {
  return changingAccounts(connection, async (tx) => {
    await assertFree(tx, user, null);
    const known = await findProven(tx, user.externalId);
    if (!known) await assertFreeAddress(tx, user.email, null);
    const person = { email: user.email, name: nameOf(user) };
    const account = known ?? (await addByDirectory(tx, person, { by: "scim", actorOf: () => actor }));
    await tx.query("INSERT INTO scim_accounts (user_id, user_name) VALUES ($1, $2)", [account.id, user.userName]);
    await save(tx, account, { ...user, active: user.active ?? true }, { actor, rolesBefore: null });
    return readAccount(account.id, { pool: tx });
  });
}

/**
 * Replaces the attributes of an account; without `active` it stays enabled or disabled, and an account that an admin
 * disabled stays disabled. NOT_FOUND, DUPLICATE_RESOURCE.
 */
export const replaceAccount = (userId: string, user: DirectoryUser, by: ScimChange, connection: Pooled = database()) =>
  changeAccount(userId, () => user, by, connection);

/** Changes single attributes. Throws as `replaceAccount`, and ScimProblem. */
export const patchAccount = (userId: string, patch: ScimPatch, by: ScimChange, connection: Pooled = database()) =>
  changeAccount(userId, (before) => userOf(patched(attributesOf(before), patch)), by, connection);

/** Disables the account. It stays listed as inactive, so that the directory can enable it again. */
export async function disableAccount(userId: string, by: ScimChange, connection: Pooled = database()): Promise<void> {
  await changeAccount(userId, (before) => ({ ...before, active: false }), by, connection);
}

function userOf(attributes: Attributes): DirectoryUser {
  const parsed = scimUser.safeParse(attributes);
  if (parsed.success) return parsed.data;
  throw new ScimProblem("invalidValue", `Invalid ${parsed.error.issues[0]?.path.join(".") || "attributes"}.`);
}

function changeAccount(
  userId: string,
  change: (before: ScimAccount) => DirectoryUser,
  { actor }: ScimChange,
  connection: Pooled,
): Promise<ScimAccount> {
  return changingAccounts(connection, async (tx) => {
    const before = await readAccount(userId, { pool: tx });
    const user = change(before);
    await assertFree(tx, user, userId);
    const account = await findUser(tx, userId);
    if (!account) throw notFound("This account");
    await save(tx, account, user, { actor, rolesBefore: before.roles });
    return readAccount(userId, { pool: tx });
  });
}

async function assertFree(tx: Client, { userName, externalId }: DirectoryUser, userId: string | null): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM scim_accounts WHERE user_id IS DISTINCT FROM $3
       AND (user_name_folded = lower($1 COLLATE "C") OR external_id = $2)`,
    [userName, externalId, userId],
  );
  if (rowCount) throw taken("Another account has this userName or externalId.");
}

/** The account without SCIM whose user has signed in by the provider with this id; null if none or several. */
async function findProven(tx: Client, externalId: string | null): Promise<StoredUser | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM provider_identities AS identity WHERE issuer = $1 AND scim_id = $2
       AND NOT EXISTS (SELECT FROM scim_accounts AS account WHERE account.user_id = identity.user_id) LIMIT 2`,
    [currentIssuer(), externalId],
  );
  return rows[0] && rows.length === 1 ? findUser(tx, rows[0].user_id) : null;
}

async function assertFreeAddress(tx: Client, email: string, userId: string | null): Promise<void> {
  const other = await findUserByEmail(email, { pool: tx });
  if (other && other.id !== userId) {
    throw taken("An account here has this address. Its person links it with the provider first: sign in, Account.");
  }
}

/** Writes the directory's attributes and their effects on account, role and reviews, in the caller's transaction. */
async function save(
  tx: Client,
  account: StoredUser,
  user: DirectoryUser,
  { actor, rolesBefore }: ScimChange & { rolesBefore: string[] | null },
): Promise<void> {
  const { id } = account;
  await assertFreeAddress(tx, user.email, id);
  await tx.query(
    `UPDATE scim_accounts SET user_name = $2, external_id = $3, display_name = $4, given_name = $5, family_name = $6,
       roles = $7, changed_at = now()
     WHERE user_id = $1 AND (user_name, external_id, display_name, given_name, family_name, roles)
       IS DISTINCT FROM ($2::text, $3::text, $4::text, $5::text, $6::text, $7::text[])`,
    [id, user.userName, user.externalId, user.displayName, user.givenName, user.familyName, user.roles],
  );
  await tx.query("UPDATE users SET email = $2, name = $3 WHERE id = $1 AND (email, name) IS DISTINCT FROM ($2, $3)", [
    id,
    user.email,
    nameOf(user),
  ]);
  const isChanged = account.email !== user.email || account.name !== nameOf(user);
  const wasDisabled = account.disabled_at !== null;
  const isKept = wasDisabled && user.active === true && !(await isDisabledByDirectory(tx, id));
  const disabled = isKept || (user.active === null ? wasDisabled : !user.active);
  const switched = disabled !== wasDisabled;
  const reviews_given = switched ? await switchAccount(tx, account, disabled) : 0;
  if (isKept) await recordKept(tx, account, actor);
  if (isChanged || switched) {
    await tx.query("UPDATE scim_accounts SET changed_at = now() WHERE user_id = $1", [id]);
    await writeAudit(tx, {
      action: "user.changed",
      ids: { user_id: id },
      actor,
      before: { disabled: wasDisabled },
      after: { disabled, by: "scim", ...(reviews_given > 0 && { reviews_given }) },
    });
  }
  // Only a change of `roles` sets the role: otherwise each call would overwrite a role set at sign-in or by an admin.
  const { OIDC_ROLES } = env();
  if (OIDC_ROLES && !isSame(user.roles ?? [], rolesBefore ?? [])) {
    await applyRole(tx, account, { role: roleOfClaim(user.roles ?? [], OIDC_ROLES), by: "scim", actor });
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

async function isDisabledByDirectory(tx: Client, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT FROM scim_accounts AS account JOIN users ON users.id = user_id WHERE user_id = $1 AND account.disabled_at = users.disabled_at",
    [userId],
  );
  return rowCount === 1;
}

/** Records that the account stays disabled, once for each disabling: the directory repeats its request. */
async function recordKept(tx: Client, { id, disabled_at }: StoredUser, actor: Actor): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM audit_log WHERE action = 'user.changed' AND ids @> jsonb_build_object('user_id', $1::uuid)
       AND error_code = $2 AND at >= $3`,
    [id, DISABLED_HERE, disabled_at],
  );
  if (rowCount) return;
  await writeAudit(tx, {
    action: "user.changed",
    ids: { user_id: id },
    actor,
    outcome: "refused",
    error_code: DISABLED_HERE,
    after: { disabled: true, by: "scim" },
  });
}

/** Disabling ends sessions, links and drafts, and unassigns (and counts) unresolved reviews. LAST_ADMIN, BREAK_GLASS. */
async function switchAccount(tx: Client, { id, role }: StoredUser, disabled: boolean): Promise<number> {
  await tx.query("UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1", [id, disabled]);
  await tx.query("UPDATE scim_accounts SET disabled_at = CASE WHEN $2 THEN now() END WHERE user_id = $1", [
    id,
    disabled,
  ]);
  if (!disabled) return 0;
  if (role === "admin" && !(await countAdmins(tx))) {
    throw new CotejoError("LAST_ADMIN", 409, "The directory cannot disable the last admin who can sign in.");
  }
  if (role === "admin" && (await isBreakGlassBarred(tx))) {
    throw new CotejoError(
      "BREAK_GLASS",
      409,
      "This account enters where the provider fails: choose another one first.",
    );
  }
  await endAccess(tx, id);
  return unassignReviews(tx, id);
}
