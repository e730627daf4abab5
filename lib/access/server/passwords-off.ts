import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/**
 * While passwords are switched off: whether this is the break-glass account, which may use its password. Null while all
 * accounts may. Without a provider in the environment the switch has no effect, or nobody else could sign in.
 */
export async function breakGlassOnly(client: Client, userId: string): Promise<boolean | null> {
  if (!env().OIDC_ISSUER) return null;
  const { rows } = await client.query<{ is_break_glass: boolean }>(
    "SELECT break_glass = $1 AS is_break_glass FROM passwords_off",
    [userId],
  );
  return rows[0]?.is_break_glass ?? null;
}

/** SQL: whether the person of the row `users` can sign in by password; `issuer`: the placeholder of `currentIssuer()`. */
export const byPassword = (issuer: string): string => `(users.password_hash IS NOT NULL AND (${issuer}::text IS NULL
  OR NOT EXISTS (SELECT FROM passwords_off WHERE break_glass <> users.id)))`;

/** SQL: whether the person of the row `users` can sign in at the provider. */
export const byProvider = (issuer: string): string => `EXISTS (SELECT FROM provider_identities AS identity
  WHERE identity.user_id = users.id AND identity.issuer = ${issuer})`;

/** The issuer of the configured provider; null without one. */
export const currentIssuer = (): string | null => env().OIDC_ISSUER ?? null;

/** Throws PASSWORDS_OFF while passwords are switched off: then no link may lead to a new password. */
export async function assertPasswordsOn(client: Client): Promise<void> {
  if (!env().OIDC_ISSUER) return;
  const { rowCount } = await client.query("SELECT FROM passwords_off");
  if (rowCount)
    throw new CotejoError("PASSWORDS_OFF", 409, "Passwords are switched off: the provider signs people in.");
}

/** Whether passwords are switched off and the break-glass account cannot sign in. */
export async function isBreakGlassBarred(client: Client): Promise<boolean> {
  if (!env().OIDC_ISSUER) return false;
  const { rowCount } = await client.query(
    `SELECT FROM passwords_off JOIN users ON users.id = break_glass
     WHERE role <> 'admin' OR disabled_at IS NOT NULL OR password_hash IS NULL`,
  );
  return Boolean(rowCount);
}
