import { randomUUID } from "node:crypto";
import type { ListedScimToken } from "#lib/access/contract/scim/token.ts";
import { type CreatedToken, type ListedToken, MAX_TOKEN_DAYS, MAX_TOKENS } from "#lib/access/contract/tokens/token.ts";
import type { NewServiceToken } from "#lib/access/contract/tokens/token-input.ts";
import { currentIssuer } from "#lib/access/server/passwords-off.ts";
import { type Factors, lacksFactor } from "#lib/access/server/sessions.ts";
import { fingerprintOf, forgetReveals, holdRevealIn } from "#lib/core/server/vault/reveals.ts";
import { may, type Scope } from "#lib/platform/contract/permissions.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { CotejoError, conflict, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { factorsWith, hashToken, newToken } from "./bearer.ts";

type TokenRow = Omit<ListedToken, "lacking" | "state"> & Factors & { has_expired: boolean; is_barred: boolean };

const MAKER = "jsonb_build_object('name', users.name, 'email', users.email) AS created_by";

/** The tokens that are not revoked, newest first. */
export async function listTokens({ pool }: Pooled = database()): Promise<{ items: ListedToken[] }> {
  const { rows } = await pool.query<TokenRow>(
    `SELECT tokens.id AS token_id, tokens.name, scopes, tokens.created_at, expires_at, last_used_at,
       ${MAKER}, role, expires_at <= now() AS has_expired,
       disabled_at IS NOT NULL OR must_change_password OR role = 'none' AS is_barred,
       ${factorsWith("$1")}
     FROM service_tokens AS tokens JOIN users ON users.id = created_by
       LEFT JOIN totp_factors ON totp_factors.user_id = users.id
     WHERE revoked_at IS NULL AND NOT is_scim ORDER BY tokens.created_at DESC, tokens.id`,
    [currentIssuer()],
  );
  return { items: rows.map(listed) };
}

function listed({ role, has_expired, is_barred, has_second_factor, has_passkey, ...token }: TokenRow): ListedToken {
  const barred = is_barred || lacksFactor({ role, has_second_factor, has_passkey });
  return {
    ...token,
    lacking: token.scopes.filter((scope) => !may(role, scope)),
    state: has_expired ? "expired" : barred ? "powerless" : "active",
  };
}

type Maker = { user: SessionUser & { id: string }; session_hash: string };

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates a token. The login session holds its value until the user has stored it (design §6). Throws FORBIDDEN for a
 * scope that the maker lacks, VALIDATION_ERROR for an expiry in the past or too far away, DUPLICATE_RESOURCE for a used
 * name, CONFLICT at the limit of tokens.
 */
export async function createToken(
  { name, scopes, expires_at }: NewServiceToken,
  { user, session_hash }: Maker,
  { pool }: Pooled = database(),
): Promise<CreatedToken> {
  const lacking = scopes.find((scope: Scope) => !may(user.role, scope));
  if (lacking) throw new CotejoError("FORBIDDEN", 403, `Your role does not have ${lacking}.`);
  const ends = Date.parse(expires_at);
  if (ends <= Date.now()) throw invalid("Invalid expires_at: it has passed.");
  if (ends > Date.now() + MAX_TOKEN_DAYS * DAY_MS) {
    throw invalid(`Invalid expires_at: more than ${MAX_TOKEN_DAYS} days from now.`);
  }
  return inTransaction(pool, (tx) =>
    addToken(tx, { name, scopes, is_scim: false, expires_at: instantFromMs(ends) }, { user, session_hash }),
  );
}

type NewToken = { name: string; scopes: readonly Scope[]; is_scim: boolean; expires_at: Instant | "infinity" };

/** Adds a token of either kind. Throws DUPLICATE_RESOURCE and CONFLICT as `createToken`. */
async function addToken(
  tx: Client,
  { name, scopes, is_scim, expires_at }: NewToken,
  { user, session_hash }: Maker,
): Promise<CreatedToken> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('service tokens', 0))");
  const { rows } = await tx.query<{ count: number; taken: boolean }>(
    "SELECT count(*) AS count, coalesce(bool_or(name = $1), false) AS taken FROM service_tokens WHERE revoked_at IS NULL",
    [name],
  );
  if (rows[0]?.taken) throw new CotejoError("DUPLICATE_RESOURCE", 409, "A token has this name.");
  if ((rows[0]?.count ?? 0) >= MAX_TOKENS) throw conflict(`There are ${MAX_TOKENS} tokens: revoke one first.`);
  const token_id = randomUUID();
  const token = newToken();
  await tx.query(
    `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at, is_scim)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [token_id, hashToken(token), name, scopes, user.id, expires_at, is_scim],
  );
  const held = await holdRevealIn(tx, {
    kind: "service_token",
    subject_id: token_id,
    name,
    value: token,
    session_hash,
  });
  return {
    token_id,
    token,
    name,
    fingerprint: fingerprintOf(token),
    reveal_id: held.id,
    held_until: held.expires_at,
  };
}

/** The tokens of directories that are not revoked, newest first. */
export async function listScimTokens({ pool }: Pooled = database()): Promise<{ items: ListedScimToken[] }> {
  const { rows: items } = await pool.query<ListedScimToken>(
    `SELECT tokens.id AS token_id, tokens.name, tokens.created_at, last_used_at, ${MAKER}
     FROM service_tokens AS tokens JOIN users ON users.id = created_by
     WHERE revoked_at IS NULL AND is_scim ORDER BY tokens.created_at DESC, tokens.id`,
  );
  return { items };
}

/** Like `createToken`, for a directory: without scopes and expiry. */
export const createScimToken = (name: string, maker: Maker, { pool }: Pooled = database()): Promise<CreatedToken> =>
  inTransaction(pool, (tx) => addToken(tx, { name, scopes: [], is_scim: true, expires_at: "infinity" }, maker));

/** Revokes a token at once and returns its name. Throws NOT_FOUND for an unknown or revoked token. */
export async function revokeToken(
  { token_id, is_scim }: { token_id: string; is_scim: boolean },
  { pool }: Pooled = database(),
): Promise<{ name: string }> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      "UPDATE service_tokens SET revoked_at = now() WHERE id = $1 AND is_scim = $2 AND revoked_at IS NULL RETURNING name",
      [token_id, is_scim],
    );
    const [revoked] = rows;
    if (!revoked) throw notFound("This token");
    await forgetReveals(tx, "service_token", token_id);
    return revoked;
  });
}
