import { hash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { ListedSession } from "#lib/access/contract/user.ts";
import { visitBy } from "#lib/core/server/verifications/visits.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { openValue, sealValue, sessionSeconds } from "./session-seal.ts";

/** Seconds between two writes of a session's activity, so that not each page costs a write; fewer for short sessions. */
const touchSeconds = () => Math.min(30, sessionSeconds().idle / 6);

/** Secrets may be changed this long after the password was given (design §9). */
export const STEP_UP_SECONDS = 10 * 60;

/** Ended sessions are kept this long for investigations. */
const KEPT_DAYS = 30;

export type Session = {
  /** Identifies the session for all its life; its token changes with each step-up. */
  idHash: string;
  user: SessionUser & { id: string };
  /** Whether the password was given recently enough to change keys, secrets and users. */
  recentlyAuthenticated: boolean;
  /** Whether it was begun by a password, not by the provider. */
  isByPassword: boolean;
  /** The policy requires a second factor that this person does not have yet: only their own account is accessible. */
  mustEnrol: boolean;
  /** Another person chose the password: only the user's own account is accessible. */
  mustChangePassword: boolean;
  /** Seconds until the end by inactivity, and by the maximum length. */
  idleIn: number;
  endsIn: number;
};

type SessionOrigin = { address: string | null; user_agent: string | null };
const UNKNOWN_ORIGIN: SessionOrigin = { address: null, user_agent: null };

/** The provider's facts about a sign-in. `sid`: its id of the session; `authTime`: Unix seconds; null if it does not say. */
export type ByProvider = {
  issuer: string;
  sid: string | null;
  authTime: number | null;
  singleFactor: boolean;
  idToken: string;
};

/** Starts a session and returns its token, which only the sealed cookie holds from then on. */
export async function startSession(
  userId: string,
  { pool: client }: { pool: Client } = database(),
  { address, user_agent }: SessionOrigin = UNKNOWN_ORIGIN,
  provider: ByProvider | null = null,
): Promise<string> {
  const token = newToken();
  // A person who was signed in at the provider already has not authenticated just now.
  await client.query(
    `WITH started AS (
       INSERT INTO sessions (id_hash, token_hash, user_id, address, user_agent, expires_at, issuer, provider_session,
         single_factor, id_token, authenticated_at)
       VALUES ($1, $1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7, $8, $10,
         CASE WHEN $6::text IS NULL THEN now()
           ELSE least(now(), coalesce(to_timestamp($9), now() - make_interval(secs => ${STEP_UP_SECONDS}))) END)
       RETURNING user_id
     ) ${visitBy("started")}`,
    [
      hashToken(token),
      userId,
      address,
      user_agent,
      sessionSeconds().absolute,
      provider?.issuer ?? null,
      provider?.sid ?? null,
      provider?.singleFactor ?? false,
      provider?.authTime ?? null,
      provider && (await sealIdToken(client, provider)),
    ],
  );
  await client.query(
    `DELETE FROM sessions WHERE user_id = $1 AND expires_at < now() - make_interval(days => ${KEPT_DAYS})`,
    [userId],
  );
  return token;
}

/** A longer ID token does not fit in the address of the sign-out. */
const MAX_ID_TOKEN = 6_000;
const sealedIdToken = z.object({ idToken: z.string() });

/** Seals the ID token of a new session, and deletes those of ended sessions. */
async function sealIdToken(client: Client, { idToken }: ByProvider): Promise<string | null> {
  await client.query(
    "UPDATE sessions SET id_token = NULL WHERE id_token IS NOT NULL AND (revoked_at IS NOT NULL OR expires_at < now())",
  );
  return idToken.length > MAX_ID_TOKEN ? null : sealValue({ idToken }, sessionSeconds().absolute);
}

/** SQL: whether the session `sessions` of the person `users` is open; `$1`: the idle limit in seconds. */
export const OPEN = `sessions.revoked_at IS NULL AND users.disabled_at IS NULL AND users.role <> 'none' AND sessions.expires_at > now()
  AND sessions.active_at > now() - make_interval(secs => $1)`;

type OpenSession = SessionUser & {
  id_hash: string;
  id: string;
  has_second_factor: boolean;
  has_passkey: boolean;
  must_change_password: boolean;
  issuer: string | null;
  single_factor: boolean;
  recent: boolean;
  idle_in: number;
  ends_in: number;
};

/** SQL: whether the person `users`, joined with `totp_factors`, has a second factor; a disabled passkey counts. */
export const HAS_SECOND_FACTOR = `(totp_factors.confirmed_at IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE user_id = users.id))`;
/** SQL: whether the person `users` has a passkey that is accepted. */
export const HAS_PASSKEY = "EXISTS (SELECT FROM passkeys WHERE user_id = users.id AND passkeys.disabled_at IS NULL)";

/** A prepared statement of each request: the plan of its joins takes ten times as long as its execution. */
const FIND_SESSION = {
  name: "find session",
  text: `SELECT id_hash, users.id, email, name, role, must_change_password, issuer, single_factor, ${HAS_SECOND_FACTOR} AS has_second_factor, ${HAS_PASSKEY} AS has_passkey,
      authenticated_at > now() - make_interval(secs => ${STEP_UP_SECONDS}) AS recent,
      extract(epoch FROM active_at - now())::float8 + $1 AS idle_in,
      extract(epoch FROM expires_at - now())::float8 AS ends_in
    FROM sessions JOIN users ON users.id = sessions.user_id LEFT JOIN totp_factors ON totp_factors.user_id = users.id
    WHERE ${OPEN} AND token_hash = $2`,
};

/** The session if it is neither revoked, expired nor idle and its user is not disabled; null otherwise. */
export async function findSession(token: string, { pool }: Pooled = database()): Promise<Session | null> {
  const { idle } = sessionSeconds();
  const { rows } = await pool.query<OpenSession>({ ...FIND_SESSION, values: [idle, hashToken(token)] });
  const [row] = rows;
  // The provider checked one factor, and the policy requires a second now: the next sign-in explains it.
  if (!row || (row.single_factor && asksForSecondFactor(row.role))) return null;
  const isByPassword = row.issuer === null;
  return {
    idHash: row.id_hash,
    user: { id: row.id, email: row.email, name: row.name, role: row.role },
    recentlyAuthenticated: row.recent,
    isByPassword,
    mustEnrol: isByPassword && lacksFactor(row),
    mustChangePassword: isByPassword && row.must_change_password,
    idleIn: row.idle_in,
    endsIn: row.ends_in,
  };
}

/** Whether the policy of this installation requires a second factor of this role. */
export function asksForSecondFactor(role: SessionUser["role"]): boolean {
  const policy = env().SECOND_FACTOR_REQUIRED_FOR;
  return policy === "everyone" || (policy === "admins" && role === "admin") || asksForPasskey(role);
}

/** Whether the policy of this installation requires a passkey of this role. */
export const asksForPasskey = (role: SessionUser["role"]): boolean => env().PASSKEY_REQUIRED_FOR.includes(role);

export type Factors = { role: SessionUser["role"]; has_second_factor: boolean; has_passkey: boolean };

/** Whether the policy requires a second factor, or a passkey, that a person does not have. */
export const lacksFactor = ({ role, has_second_factor, has_passkey }: Factors): boolean =>
  (!has_second_factor && asksForSecondFactor(role)) || (!has_passkey && asksForPasskey(role));

/** The role of a session's user, whatever its current token; null once it has ended. */
export async function roleIn(idHash: string, { pool }: Pooled = database()): Promise<SessionUser["role"] | null> {
  const { rows } = await pool.query<Pick<SessionUser, "role">>(
    `SELECT role FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${OPEN} AND id_hash = $2`,
    [sessionSeconds().idle, idHash],
  );
  return rows[0]?.role ?? null;
}

/** The open sessions of a person: the current one first, then the last used. */
export async function listSessions(
  { userId, current }: { userId: string; current: string | null },
  { pool }: Pooled = database(),
): Promise<{ items: ListedSession[] }> {
  const { rows } = await pool.query<ListedSession>(
    `SELECT id_hash AS id, sessions.created_at AS started_at, active_at, address, user_agent,
       id_hash IS NOT DISTINCT FROM $3 AS current
     FROM sessions JOIN users ON users.id = sessions.user_id
     WHERE ${OPEN} AND user_id = $2 ORDER BY id_hash IS NOT DISTINCT FROM $3 DESC, active_at DESC, id_hash`,
    [sessionSeconds().idle, userId, current],
  );
  return { items: rows };
}

/** Records activity of a person; background polling does not count and does not call this. */
export async function touchSession(idHash: string, { pool }: Pooled = database()): Promise<void> {
  await pool.query(
    `WITH touched AS (
       UPDATE sessions SET active_at = now()
       WHERE id_hash = $1 AND active_at < now() - make_interval(secs => $2) RETURNING user_id
     ) ${visitBy("touched")}`,
    [idHash, touchSeconds()],
  );
}

/** Gives a session another token after its password was confirmed; values held for the session stay. */
export async function renewSession(client: Client, idHash: string): Promise<string | null> {
  const token = newToken();
  const { rowCount } = await client.query(
    `UPDATE sessions SET token_hash = $2, authenticated_at = now(), active_at = now()
     WHERE id_hash = $1 AND revoked_at IS NULL`,
    [idHash, hashToken(token)],
  );
  return rowCount === 1 ? token : null;
}

type EndedSession = {
  idHash: string;
  user: { id: string; email: string };
  /** The issuer whose token began the session; null for a password. */
  issuer: string | null;
  idToken: string | null;
};

/** Ends the session of this token at once, wherever its cookie is kept; returns the session and its user. */
export async function revokeSession(token: string, { pool }: Pooled = database()): Promise<EndedSession | null> {
  const { rows } = await pool.query<{
    id_hash: string;
    id: string;
    email: string;
    issuer: string | null;
    id_token: string | null;
  }>(
    `WITH ending AS (SELECT id_hash, id_token FROM sessions WHERE token_hash = $1 AND revoked_at IS NULL FOR UPDATE)
     UPDATE sessions SET revoked_at = now(), id_token = NULL FROM users, ending
     WHERE sessions.id_hash = ending.id_hash AND users.id = sessions.user_id
     RETURNING sessions.id_hash, users.id, email, issuer, ending.id_token`,
    [hashToken(token)],
  );
  const [row] = rows;
  if (!row) return null;
  const { id_hash: idHash, id, email, issuer, id_token } = row;
  const opened = id_token === null ? null : await openValue(id_token, sessionSeconds().absolute);
  return { idHash, user: { id, email }, issuer, idToken: sealedIdToken.safeParse(opened).data?.idToken ?? null };
}

/** Ends all sessions of a user except `except`; returns their number. */
export async function endSessions(client: Client, userId: string, except: string | null = null): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE sessions SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL AND id_hash IS DISTINCT FROM $2
       AND expires_at > now()`,
    [userId, except],
  );
  return rowCount ?? 0;
}

/** Ends a session of the user; false if there is none, or it has ended. */
export const endSession = async (client: Client, userId: string, idHash: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    "UPDATE sessions SET revoked_at = now() WHERE user_id = $1 AND id_hash = $2 AND revoked_at IS NULL",
    [userId, idHash],
  );
  return rowCount === 1;
};

/** Enough for a user's browsers and devices; further sessions are forgotten ones, or an attacker's. */
const MAX_SESSIONS = 20;

/** Ends the least recently used sessions of a person above MAX_SESSIONS; returns their ids. */
export async function endExcess(client: Client, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ id_hash: string }>(
    `UPDATE sessions SET revoked_at = now() WHERE id_hash IN (
       SELECT id_hash FROM sessions JOIN users ON users.id = sessions.user_id
       WHERE ${OPEN} AND user_id = $2
       ORDER BY active_at DESC, sessions.created_at DESC, id_hash OFFSET ${MAX_SESSIONS})
     RETURNING id_hash`,
    [sessionSeconds().idle, userId],
  );
  return rows.map(({ id_hash }) => id_hash);
}

/** 256 random bits, for cookies and links. */
export const newToken = (): string => randomBytes(32).toString("base64url");

// Tokens are random, so a plain hash is enough: they cannot be guessed, and a leaked table opens nothing.
export const hashToken = (token: string): string => hash("sha256", token);
