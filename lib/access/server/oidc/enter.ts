import { personOfClaims, roleOfClaim } from "#lib/access/contract/provider-claims.ts";
import { addByDirectory, applyRole, changingAccounts } from "#lib/access/server/directory-role.ts";
import { asksForSecondFactor, startSession } from "#lib/access/server/sessions.ts";
import { recordStart, rememberBrowser, type SignedIn, type SignInContext } from "#lib/access/server/sign-in.ts";
import { findUser, findUserByEmail, type StoredUser } from "#lib/access/server/users.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { followPerson } from "./follow.ts";
import { ProviderSignInError } from "./problem.ts";
import type { ProviderSettings } from "./provider.ts";
import type { Verified } from "./redeem.ts";

type RequestActor = Omit<Actor, "user">;

/**
 * Starts a session of the user whom the provider names, with the current role, by the claim or an admin, and the address and
 * name of the sign-in. A new user
 * gets an account, unless another account has the address: its signed-in user links it, and an account made by SCIM is
 * linked by its `externalId`. Throws ProviderSignInError; changes of account and role are committed even then.
 */
export async function enterByProvider(
  verified: Verified,
  settings: ProviderSettings,
  { actor, browser }: SignInContext,
  connection: Pooled = database(),
): Promise<SignedIn> {
  const entered = await changingAccounts(connection, async (tx) => {
    const claimed = settings.roles && roleOfClaim(verified.claims[settings.roles.claim], settings.roles.byValue);
    const known = (await findByIdentity(tx, verified)) ?? (await findProvisioned(tx, verified, actor));
    if (!known && settings.roles && !claimed) return new ProviderSignInError("no_match");
    const user = known ?? (await addUser(tx, verified, actor));
    if (user instanceof ProviderSignInError) return user;
    const problem = (of: ProviderSignInError["problem"]) => new ProviderSignInError(of, { user_id: user.id });
    if (user.disabled_at) return problem("disabled");
    const { id, email } = user;
    const given = { role: claimed, by: "provider", actor: { ...actor, user: { id, email } } } as const;
    const role = settings.roles ? await applyRole(tx, user, given) : user.role;
    if (settings.roles && !claimed) return problem("no_match");
    if (role === "none") return problem("no_role");
    if (verified.singleFactor && asksForSecondFactor(role)) return problem("second_factor");
    const followed = await followPerson(tx, user, verified, given.actor);
    return begin(tx, { id, ...followed, role }, verified, { actor, browser });
  });
  if (entered instanceof ProviderSignInError) throw entered;
  return entered;
}

async function findByIdentity(tx: Client, { issuer, subject, scimId }: Verified): Promise<StoredUser | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    "UPDATE provider_identities SET scim_id = $3 WHERE issuer = $1 AND subject = $2 RETURNING user_id",
    [issuer, subject, scimId],
  );
  return rows[0] ? findUser(tx, rows[0].user_id) : null;
}

/**
 * The account that the directory made for this user by SCIM, linked from now on: the claim equals its `externalId`, and
 * no other account of the provider is linked with it.
 */
async function findProvisioned(tx: Client, verified: Verified, actor: RequestActor): Promise<StoredUser | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM scim_accounts AS account WHERE external_id = $2 AND NOT EXISTS (
       SELECT FROM provider_identities AS other WHERE other.user_id = account.user_id AND issuer = $1)`,
    [verified.issuer, verified.scimId],
  );
  const user = rows[0] ? await findUser(tx, rows[0].user_id) : null;
  if (!user) return null;
  await addIdentity(tx, user.id, verified);
  const { id, email } = user;
  await writeAudit(tx, {
    action: "provider.linked",
    ids: { user_id: id },
    actor: { ...actor, user: { id, email } },
    after: { by: "scim" },
  });
  return user;
}

/** Adds the account of a new user, without a role so far. */
async function addUser(tx: Client, verified: Verified, actor: RequestActor): Promise<StoredUser | ProviderSignInError> {
  const person = personOfClaims(verified.claims);
  if (!person) return new ProviderSignInError("no_email");
  if (await findUserByEmail(person.email, { pool: tx })) return new ProviderSignInError("email_taken");
  const added = await addByDirectory(tx, person, {
    by: "provider",
    actorOf: ({ id, email }) => ({ ...actor, user: { id, email } }),
  });
  await addIdentity(tx, added.id, verified);
  return added;
}

export const addIdentity = (tx: Client, userId: string, { issuer, subject, scimId }: Verified) =>
  tx.query("INSERT INTO provider_identities (issuer, subject, user_id, scim_id) VALUES ($1, $2, $3, $4)", [
    ...[issuer, subject, userId],
    scimId,
  ]);

async function begin(
  tx: Client,
  { id, email, name, role }: SessionUser & { id: string },
  verified: Verified,
  { actor, browser }: SignInContext,
): Promise<SignedIn> {
  const token = await startSession(id, { pool: tx }, actor, verified);
  const remembered = await rememberBrowser(tx, id, browser);
  await recordStart(tx, { id, email }, actor, { by: "provider" });
  return { token, browser: remembered, user: { email, name, role } };
}
