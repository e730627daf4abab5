import { changesOfClaims } from "#lib/access/contract/provider-claims.ts";
import type { KeptEmail } from "#lib/access/contract/user.ts";
import { findUserByEmail, type StoredUser } from "#lib/access/server/users.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import type { Verified } from "./redeem.ts";

type Stated = ReturnType<typeof changesOfClaims>;

/**
 * Gives the account the address and name of the sign-in, and returns both. The directory's accounts keep theirs. Records a
 * change, and once for each reason that the account keeps its address. Call it within `changingAccounts`.
 */
export async function followPerson(
  tx: Client,
  user: StoredUser,
  { issuer, claims }: Verified,
  actor: Actor,
): Promise<{ email: string; name: string }> {
  const { id } = user;
  const stated = changesOfClaims(claims);
  const { rowCount: isManaged } = await tx.query("SELECT FROM scim_accounts WHERE user_id = $1", [id]);
  const following = await emailAfter(tx, user, stated, Boolean(isManaged));
  const kept = following.kept ?? null;
  const email = following.email ?? user.email;
  const name = isManaged ? user.name : (stated.name ?? user.name);
  if (email !== user.email || name !== user.name) {
    await tx.query("UPDATE users SET email = $2, name = $3 WHERE id = $1", [id, email, name]);
    await writeAudit(tx, {
      action: "user.changed",
      ids: { user_id: id },
      actor,
      ...(email !== user.email && { before: { email: user.email } }),
      after: { ...(email !== user.email && { email }), ...(name !== user.name && { renamed: true }), by: "provider" },
    });
  }
  const { rowCount: isNews } = await tx.query(
    "UPDATE provider_identities SET kept_email = $3 WHERE user_id = $1 AND issuer = $2 AND kept_email IS DISTINCT FROM $3",
    [id, issuer, kept],
  );
  if (isNews && kept !== null) {
    await writeAudit(tx, {
      action: "user.changed",
      ids: { user_id: id },
      actor,
      outcome: "refused",
      error_code: "EMAIL_KEPT",
      after: { email_kept: `email_${kept}`, by: "provider" },
    });
  }
  return { email, name };
}

/** The stated address for the account, or why the account keeps its own; neither where both are the same. */
async function emailAfter(
  tx: Client,
  user: StoredUser,
  { email, isVerified }: Stated,
  isManaged: boolean,
): Promise<{ email?: string; kept?: KeptEmail }> {
  const owner = email === null ? user : await findUserByEmail(email, { pool: tx });
  if (email === null || owner?.id === user.id) return {};
  if (isManaged) return { kept: "directory" };
  // It is the name of a sign-in by password, also while passwords are switched off.
  if (user.password_hash !== null) return { kept: "password" };
  if (!isVerified) return { kept: "unverified" };
  return owner ? { kept: "taken" } : { email };
}
