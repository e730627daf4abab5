import { hash, randomBytes } from "node:crypto";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { byProvider, currentIssuer } from "#lib/server/access/passwords-off.ts";
import { HAS_PASSKEY, HAS_SECOND_FACTOR, lacksFactor } from "#lib/server/access/sessions.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import { createCallLimit } from "#lib/server/base/limits.ts";
import { type Client, database, type Pooled } from "#lib/server/db/database.ts";

/** Tokens are recognisable to scanners of leaked secrets. */
const PREFIX = "cot_";
const TOKEN_BYTES = 32;
/** Any value in the header that claims to be one of ours; a proxy before the dashboard may send others. */
const BEARER = /^bearer +(cot_\S*)$/i;

/** Calls of one token, in each process of the dashboard: enough for a system that checks each decision as it acts on it. */
export const CALLS_A_MINUTE = 6_000;
export const withinLimit = createCallLimit({ calls: CALLS_A_MINUTE, seconds: 60 });

export type ServiceToken = {
  id: string;
  name: string;
  scopes: readonly string[];
  /** The maker, whose rights bound those of the token. */
  user: SessionUser & { id: string };
};

export const newToken = (): string => `${PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`;

export const hashToken = (token: string): string => hash("sha256", token);

/** The service token of an `Authorization` header; null where it has none. */
export const bearerOf = (authorization: string | null | undefined): string | null =>
  BEARER.exec(authorization ?? "")?.[1] ?? null;

/** The token of a directory, which opens `/scim` alone and has no rights of a person. */
export type ScimToken = { id: string; name: string; user: null };

/** Whether there is such a token; what it may do, and whether its maker may still do it, `findToken` says. */
export async function isToken(token: string, { pool }: Pooled = database()): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT FROM service_tokens WHERE hash = $1 AND revoked_at IS NULL AND expires_at > now()",
    [hashToken(token)],
  );
  return rowCount === 1;
}

type Row = ServiceToken & {
  must_change_password: boolean;
  has_second_factor: boolean;
  has_passkey: boolean;
  is_unused: boolean;
};

/**
 * The token, read from the database each time, so that a revocation holds at once. Throws UNAUTHORIZED for one that is
 * unknown, expired or revoked, or whose maker is disabled or has nothing but their own account at the moment;
 * TOO_MANY_REQUESTS beyond its limit.
 */
export async function findToken(token: string, { pool }: Pooled = database()): Promise<ServiceToken> {
  const { rows } = await pool.query<Row>(
    `SELECT tokens.id, tokens.name, scopes, must_change_password,
       jsonb_build_object('id', users.id, 'email', email, 'name', users.name, 'role', role) AS user,
       (${HAS_SECOND_FACTOR} OR ${byProvider("$2")}) AS has_second_factor,
       (${HAS_PASSKEY} OR ${byProvider("$2")}) AS has_passkey,
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

/** The directory's token, read each time as well. Throws UNAUTHORIZED, and TOO_MANY_REQUESTS beyond its limit. */
export async function findScimToken(token: string, { pool }: Pooled = database()): Promise<ScimToken> {
  const { rows } = await pool.query<{ id: string; name: string; is_unused: boolean }>(
    `SELECT id, name, coalesce(last_used_at < now() - interval '1 minute', true) AS is_unused FROM service_tokens
     WHERE hash = $1 AND is_scim AND revoked_at IS NULL`,
    [hashToken(token)],
  );
  const [row] = rows;
  if (!row) throw new CotejoError("UNAUTHORIZED", 401, "This token is unknown, revoked, or opens no /scim.");
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
