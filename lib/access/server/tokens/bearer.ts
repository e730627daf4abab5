import { hash, randomBytes } from "node:crypto";
import { byProvider, currentIssuer } from "#lib/access/server/passwords-off.ts";
import { type Factors, HAS_PASSKEY, HAS_SECOND_FACTOR, lacksFactor } from "#lib/access/server/sessions.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { createCallLimit } from "#lib/platform/server/base/limits.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";

/** By this prefix scanners for leaked secrets recognise tokens. */
const PREFIX = "cot_";
const TOKEN_BYTES = 32;
/** Matches tokens of the dashboard only: a proxy in front of it may send other bearer tokens. */
const BEARER = /^bearer +(cot_\S*)$/i;

/** Calls of one token in each process of the dashboard: enough for a system that checks each decision before acting. */
export const CALLS_A_MINUTE = 6_000;
export const withinLimit = createCallLimit({ calls: CALLS_A_MINUTE, seconds: 60 });

export type ServiceToken = {
  id: string;
  name: string;
  scopes: readonly string[];
  /** The maker: the token has no permission that its maker lacks. */
  user: SessionUser & { id: string };
};

export const newToken = (): string => `${PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`;

export const hashToken = (token: string): string => hash("sha256", token);

/** The service token of an `Authorization` header; null without one. */
export const bearerOf = (authorization: string | null | undefined): string | null =>
  BEARER.exec(authorization ?? "")?.[1] ?? null;

/** The token of a directory: valid for `/scim` only, without a user's permissions. */
export type ScimToken = { id: string; name: string; user: null };

/** Whether a token exists and is valid. `findToken` also checks its maker. */
export async function isToken(token: string, { pool }: Pooled = database()): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT FROM service_tokens WHERE hash = $1 AND revoked_at IS NULL AND expires_at > now()",
    [hashToken(token)],
  );
  return rowCount === 1;
}

/** SQL: the factors of the person `users`; a provider, whose issuer the parameter names, stands for both. */
export const factorsWith = (issuer: string): string => `
  (${HAS_SECOND_FACTOR} OR ${byProvider(issuer)}) AS has_second_factor,
  (${HAS_PASSKEY} OR ${byProvider(issuer)}) AS has_passkey`;

type TokenRow = ServiceToken & Omit<Factors, "role"> & { must_change_password: boolean; is_unused: boolean };

/**
 * Reads the token from the database at each call, so that a revocation takes effect at once. Throws UNAUTHORIZED for an
 * unknown, expired or revoked token, or if its maker is disabled, has no role, or first has to change the password or
 * add a factor; TOO_MANY_REQUESTS beyond its limit.
 */
export async function findToken(token: string, { pool }: Pooled = database()): Promise<ServiceToken> {
  const { rows } = await pool.query<TokenRow>(
    `SELECT tokens.id, tokens.name, scopes, must_change_password,
       jsonb_build_object('id', users.id, 'email', email, 'name', users.name, 'role', role) AS user,
       ${factorsWith("$2")},
       coalesce(last_used_at < now() - interval '1 minute', true) AS is_unused
     FROM service_tokens AS tokens JOIN users ON users.id = created_by
       LEFT JOIN totp_factors ON totp_factors.user_id = users.id
     WHERE hash = $1 AND NOT is_scim AND revoked_at IS NULL AND expires_at > now() AND users.disabled_at IS NULL
       AND role <> 'none'`,
    [hashToken(token), currentIssuer()],
  );
  const [row] = rows;
  if (!row || row.must_change_password || lacksFactor({ ...row, role: row.user.role })) {
    throw new CotejoError("UNAUTHORIZED", 401, "This service token is unknown, expired or revoked.");
  }
  const { id, name, scopes, user } = row;
  withinLimit(id);
  if (row.is_unused) await noteUse(id, pool);
  return { id, name, scopes, user };
}

/** Reads the directory's token, also at each call. Throws UNAUTHORIZED, and TOO_MANY_REQUESTS beyond its limit. */
export async function findScimToken(token: string, { pool }: Pooled = database()): Promise<ScimToken> {
  const { rows } = await pool.query<{ id: string; name: string; is_unused: boolean }>(
    `SELECT id, name, coalesce(last_used_at < now() - interval '1 minute', true) AS is_unused FROM service_tokens
     WHERE hash = $1 AND is_scim AND revoked_at IS NULL`,
    [hashToken(token)],
  );
  const [row] = rows;
  if (!row) throw new CotejoError("UNAUTHORIZED", 401, "This token is unknown, revoked, or not valid for /scim.");
  withinLimit(row.id);
  if (row.is_unused) await noteUse(row.id, pool);
  return { id: row.id, name: row.name, user: null };
}

const noteUse = (id: string, client: Client) =>
  client.query(
    `UPDATE service_tokens SET last_used_at = now()
     WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)`,
    [id],
  );

/** Whether the token has the permission as a scope, and its maker still has it. */
export const mayUse = ({ scopes, user }: ServiceToken, permission: Permission): boolean =>
  scopes.includes(permission) && may(user.role, permission);
