import type { Client } from "#lib/server/db/database.ts";
import { hashToken } from "./tokens.ts";

const KEPT_DAYS = 365;

/** Whether this person has signed in with the browser that holds this token. */
export async function isKnownBrowser(client: Client, userId: string, token: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM known_browsers WHERE user_id = $1 AND token_hash = $2 AND seen_at > now() - make_interval(days => ${KEPT_DAYS})`,
    [userId, hashToken(token)],
  );
  return rows.length > 0;
}

/** They have now. */
export async function rememberBrowser(client: Client, userId: string, token: string): Promise<void> {
  await client.query(
    `INSERT INTO known_browsers (user_id, token_hash) VALUES ($1, $2)
     ON CONFLICT (user_id, token_hash) DO UPDATE SET seen_at = now()`,
    [userId, hashToken(token)],
  );
  await client.query(
    `DELETE FROM known_browsers WHERE user_id = $1 AND seen_at < now() - make_interval(days => ${KEPT_DAYS})`,
    [userId],
  );
}
