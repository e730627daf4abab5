import { randomUUID } from "node:crypto";
import type { ListedUser } from "#lib/access/contract/user.ts";
import type { AccountRole, Role } from "#lib/platform/manifest.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { hashPassword } from "./password.ts";
import { byPassword, byProvider, currentIssuer } from "./passwords-off.ts";
import { sessionSeconds } from "./session-seal.ts";
import { HAS_SECOND_FACTOR, OPEN } from "./sessions.ts";

export type User = { id: string; email: string; name: string; role: AccountRole };

export type StoredUser = User & {
  password_hash: string | null;
  disabled_at: string | null;
  joined_at: string | null;
};

const COLUMNS = "id, email, name, role, password_hash, disabled_at, joined_at";

/** The account with this address, disabled ones included, with its password hash; null without one. */
export async function findUserByEmail(
  email: string,
  { pool }: { pool: Client } = database(),
): Promise<StoredUser | null> {
  const { rows } = await pool.query<StoredUser>(
    `SELECT ${COLUMNS} FROM users WHERE email_folded = lower($1::text COLLATE "C")`,
    [email.trim()],
  );
  return rows[0] ?? null;
}

export async function findUser(client: Client, id: string): Promise<StoredUser | null> {
  const { rows } = await client.query<StoredUser>(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/**
 * Adds a user; without a hash they join by a link, and a password that is not their own choice has to be changed. Throws
 * DUPLICATE_RESOURCE where the address is taken.
 */
export async function insertUser(
  client: Client,
  { email, name, role, password_hash }: Omit<User, "id"> & { password_hash: string | null },
  mustChangePassword = false,
): Promise<User> {
  const user = { id: randomUUID(), email: email.trim(), name, role };
  const { rowCount } = await client.query(
    `INSERT INTO users (id, email, name, role, password_hash, joined_at, must_change_password)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $5::text IS NOT NULL THEN now() END, $6) ON CONFLICT DO NOTHING`,
    [user.id, user.email, name, role, password_hash, mustChangePassword],
  );
  if (rowCount !== 1) throw new CotejoError("DUPLICATE_RESOURCE", 409, "Somebody has an account with this address.");
  return user;
}

/**
 * Makes sure that an account of the environment or of the sandbox exists. An existing account keeps its name, role and
 * password. Only `resetPassword` sets the given password again: the launcher needs it after the loss of the file with the
 * sandbox's passwords.
 */
export async function ensureUser(
  input: { email: string; name: string; role: Role; password: string; resetPassword?: boolean },
  connection: Pooled = database(),
): Promise<User> {
  const existing = await findUserByEmail(input.email, connection);
  if (existing && !input.resetPassword) return existing;
  const password_hash = await hashPassword(input.password);
  if (existing) {
    await connection.pool.query("UPDATE users SET password_hash = $2 WHERE id = $1", [existing.id, password_hash]);
    return existing;
  }
  try {
    return await insertUser(connection.pool, { ...input, password_hash });
  } catch (error) {
    // Two launchers over one database may create it at once: the second finds the first one's row.
    const found = await findUserByEmail(input.email, connection);
    if (!found) throw error;
    return found;
  }
}

/** All users with an account or an invitation, by name. */
export async function listUsers({ pool }: Pooled = database()): Promise<{ items: ListedUser[] }> {
  const { rows } = await pool.query<ListedUser>(
    `SELECT users.id, email, name, role, users.disabled_at IS NOT NULL AS disabled,
       CASE WHEN users.disabled_at = account.disabled_at THEN 'directory' WHEN users.disabled_at IS NOT NULL THEN 'admin' END
         AS disabled_by,
       CASE WHEN users.disabled_at IS NOT NULL THEN 'disabled' WHEN role = 'none' THEN 'no_role' WHEN joined_at IS NULL THEN 'invited'
         WHEN password_hash IS NULL AND NOT ${byProvider("$2")}
           AND account.user_id IS NULL THEN 'reset' ELSE 'active' END AS state,
       array_remove(ARRAY[CASE WHEN ${byPassword("$2")} THEN 'password' END,
         CASE WHEN ${byProvider("$2")} THEN 'provider' END], NULL) AS ways,
       (SELECT kept_email FROM provider_identities WHERE user_id = users.id AND issuer = $2) AS kept_email,
       ${HAS_SECOND_FACTOR} AS second_factor,
       CASE WHEN access_links.expires_at > now() THEN access_links.expires_at END AS link_expires_at,
       (SELECT max(active_at) FROM sessions WHERE user_id = users.id) AS active_at,
       (SELECT count(*) FROM sessions WHERE user_id = users.id AND ${OPEN}) AS sessions,
       users.created_at
     FROM users LEFT JOIN totp_factors ON totp_factors.user_id = users.id
       LEFT JOIN access_links ON access_links.user_id = users.id
       LEFT JOIN scim_accounts AS account ON account.user_id = users.id
     ORDER BY users.disabled_at IS NOT NULL, lower(name), lower(email)`,
    [sessionSeconds().idle, currentIssuer()],
  );
  return { items: rows };
}

const SAMPLES = `
  SELECT count(*)::int AS samples FROM users
  WHERE email LIKE '%@sandbox.local' AND disabled_at IS NULL AND ${byPassword("$1")}`;

/** The sample accounts of sandbox mode (`lib/launch/people.ts`) that can sign in by password. */
export async function countSampleUsers({ pool }: Pooled = database()): Promise<number> {
  return (await pool.query<{ samples: number }>(SAMPLES, [currentIssuer()])).rows[0]?.samples ?? 0;
}
