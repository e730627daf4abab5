import type { Client } from "#lib/server/db/database.ts";
import { hashToken, newToken } from "./tokens.ts";

const KEPT_DAYS = 365;

/** Whether this person has signed in with the browser that holds this token. */
export async function isKnownBrowser(client: Client, userId: string, token: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM known_browsers WHERE user_id = $1 AND token_hash = $2 AND seen_at > now() - make_interval(days => ${KEPT_DAYS})`,
    [userId, hashToken(token)],
  );
  return rowCount === 1;
}

/**
 * Makes the browser known to this person, and answers by which token. What the browser sent is kept only where they are
 * known by it: anything else may have been planted by who knows it. Others who use the same browser stay known in it.
 */
export async function rememberBrowser(client: Client, userId: string, sent: string | null): Promise<string> {
  const known = sent !== null && (await isKnownBrowser(client, userId, sent));
  const token = known ? sent : newToken();
  if (sent !== null && !known) {
    await client.query(
      `INSERT INTO known_browsers (user_id, token_hash, seen_at)
       SELECT user_id, $2, seen_at FROM known_browsers WHERE token_hash = $1`,
      [hashToken(sent), hashToken(token)],
    );
  }
  await client.query(
    `INSERT INTO known_browsers (user_id, token_hash) VALUES ($1, $2)
     ON CONFLICT (user_id, token_hash) DO UPDATE SET seen_at = now()`,
    [userId, hashToken(token)],
  );
  await client.query(
    `DELETE FROM known_browsers WHERE user_id = $1 AND seen_at < now() - make_interval(days => ${KEPT_DAYS})`,
    [userId],
  );
  return token;
}
