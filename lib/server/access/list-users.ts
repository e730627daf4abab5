import type { ListedSession, ListedUser } from "#lib/contract/access/user.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { sessionSeconds } from "./session-length.ts";
import { OPEN } from "./sessions.ts";

/** Everybody who has an account or an invitation, by name. */
export async function listUsers({ pool }: Pick<Database, "pool"> = database()): Promise<{ items: ListedUser[] }> {
  const { rows } = await pool.query<ListedUser>(
    `SELECT users.id, email, name, role, disabled_at IS NOT NULL AS disabled,
       CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN joined_at IS NULL THEN 'invited'
         WHEN password_hash IS NULL THEN 'reset' ELSE 'active' END AS state,
       totp_factors.confirmed_at IS NOT NULL AS second_factor,
       CASE WHEN access_links.expires_at > now() THEN access_links.expires_at END AS link_expires_at,
       (SELECT max(active_at) FROM sessions WHERE user_id = users.id) AS active_at,
       (SELECT count(*) FROM sessions WHERE user_id = users.id AND ${OPEN}) AS sessions,
       users.created_at
     FROM users LEFT JOIN totp_factors ON totp_factors.user_id = users.id
       LEFT JOIN access_links ON access_links.user_id = users.id
     ORDER BY disabled_at IS NOT NULL, lower(name), lower(email)`,
    [sessionSeconds().idle],
  );
  return { items: rows };
}

/** The sessions of a person that are open at this moment, the last used first. */
export async function listSessions(
  { userId, current }: { userId: string; current: string | null },
  { pool }: Pick<Database, "pool"> = database(),
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
