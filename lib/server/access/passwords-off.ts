import { env } from "#lib/server/base/env.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import type { Client } from "#lib/server/db/database.ts";

/**
 * While passwords are switched off: whether this account is the one that may use its password. Null while everybody may.
 * Without a provider in the environment nobody could sign in otherwise, so the switch has no effect.
 */
export async function breakGlassOnly(client: Client, userId: string): Promise<boolean | null> {
  if (!env().OIDC_ISSUER) return null;
  const { rows } = await client.query<{ is_break_glass: boolean }>(
    "SELECT break_glass = $1 AS is_break_glass FROM passwords_off",
    [userId],
  );
  return rows[0]?.is_break_glass ?? null;
}

/** SQL: whether the password of the row `users` lets its person in; `$n` is the issuer of the provider, or null. */
export const byPassword = (issuer: string): string => `(users.password_hash IS NOT NULL AND (${issuer}::text IS NULL
  OR NOT EXISTS (SELECT FROM passwords_off WHERE break_glass <> users.id)))`;

/** SQL: whether the provider lets the person of the row `users` in. */
export const byProvider = (issuer: string): string => `EXISTS (SELECT FROM provider_identities AS identity
  WHERE identity.user_id = users.id AND identity.issuer = ${issuer})`;

/** The configured issuer as a parameter of such SQL. */
export const currentIssuer = (): string | null => env().OIDC_ISSUER ?? null;

/** Refuses links by which somebody chooses a password. */
export async function assertPasswordsOn(client: Client): Promise<void> {
  if (!env().OIDC_ISSUER) return;
  const { rowCount } = await client.query("SELECT FROM passwords_off");
  if (rowCount)
    throw new CotejoError("PASSWORDS_OFF", 409, "Passwords are switched off: the provider signs people in.");
}

/** Whether the one account that has a password can't enter, while passwords are switched off for others. */
export async function isBreakGlassBarred(client: Client): Promise<boolean> {
  if (!env().OIDC_ISSUER) return false;
  const { rowCount } = await client.query(
    `SELECT FROM passwords_off JOIN users ON users.id = break_glass
     WHERE role <> 'admin' OR disabled_at IS NOT NULL OR password_hash IS NULL`,
  );
  return Boolean(rowCount);
}
