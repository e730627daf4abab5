import { isConsentRole } from "#lib/access/contract/user.ts";
import { prepareFacts } from "#lib/desk/server/review/facts.ts";
import { unassignReviews } from "#lib/desk/server/review/unassign.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { AccountRole, Role } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { countAdmins, existing, isConsentRequired } from "./change-users.ts";
import { isBreakGlassBarred } from "./passwords-off.ts";
import { endSessions } from "./sessions.ts";
import { insertUser, type StoredUser } from "./users.ts";

/** The role of an account while a second admin has to agree to the role of the directory. */
const ROLE_BEFORE_CONSENT: Role = "support";

/** `provider`: the role is in the token of a sign-in; `scim`: in a request of the directory. */
type GivenRole = { role: Role | null; by: "provider" | "scim"; actor: Actor };

/** Runs a change of accounts by the directory in a transaction, under the lock for all such changes. */
export async function changingAccounts<T>({ pool }: Pooled, work: (tx: Client) => Promise<T>): Promise<T> {
  await prepareFacts({ pool });
  return inTransaction(pool, async (tx) => {
    // Every change of accounts takes this lock, so that an admin who can sign in remains.
    await tx.query("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE");
    return work(tx);
  });
}

type Person = { email: string; name: string };

/** Adds an account without a role for a person of the directory; the person signs in at the provider. */
export async function addByDirectory(
  tx: Client,
  person: Person,
  { by, actorOf }: Pick<GivenRole, "by"> & { actorOf(user: { id: string; email: string }): Actor },
): Promise<StoredUser> {
  const user = await insertUser(tx, { ...person, role: "none", password_hash: null });
  await tx.query("UPDATE users SET joined_at = now() WHERE id = $1", [user.id]);
  const after = { role: "none", by };
  await writeAudit(tx, { action: "user.added", ids: { user_id: user.id }, actor: actorOf(user), after });
  return existing(tx, user.id);
}

/**
 * Gives the account the role that the directory names, `none` for null. If the role requires the consent of a second admin,
 * the account is support until two admins agree, as an invited person is. The last admin who can sign in stays an admin.
 * Unassigns the unresolved reviews of an account whose new role may not decide. Call it within `changingAccounts`.
 */
export async function applyRole(
  tx: Client,
  user: StoredUser,
  { role: named, by, actor }: GivenRole,
): Promise<AccountRole> {
  const wanted = named ?? "none";
  const isHeld = wanted !== user.role && isConsentRole(wanted) && (await isConsentRequired(tx));
  const role = isHeld ? ROLE_BEFORE_CONSENT : wanted;
  if (role === user.role) return role;
  await tx.query("SAVEPOINT role");
  await tx.query("UPDATE users SET role = $2 WHERE id = $1", [user.id, role]);
  if (user.role === "admin" && (!(await countAdmins(tx)) || (await isBreakGlassBarred(tx)))) {
    await tx.query("ROLLBACK TO SAVEPOINT role");
    return user.role;
  }
  if (role === "none") await endSessions(tx, user.id);
  const reviews_given = may(role, "reviews.decide") ? 0 : await unassignReviews(tx, user.id);
  await writeAudit(tx, {
    action: "user.changed",
    ids: { user_id: user.id },
    actor,
    before: { role: user.role },
    after: { role, by, ...(isHeld && { held: wanted }), ...(reviews_given > 0 && { reviews_given }) },
  });
  return role;
}
