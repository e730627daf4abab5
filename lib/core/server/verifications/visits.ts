import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, findRow } from "#lib/platform/server/db/database.ts";

/** A visit ends after this time without an action of its user, on any device. */
const VISIT_PAUSE = "interval '30 minutes'";

/** SQL: end of the visit before the current one; the row may still be of the previous visit. */
const LAST_ENDED = `CASE WHEN visits.seen_at < now() - ${VISIT_PAUSE} THEN visits.seen_at ELSE visits.previous_ended_at END`;

/** Continues the visit of each user of a table expression, or begins a new one; a row is written once a minute at most. */
export const visitBy = (users: string): string => `
  INSERT INTO visits (user_id) SELECT user_id FROM ${users}
  ON CONFLICT (user_id) DO UPDATE SET previous_ended_at = ${LAST_ENDED}, seen_at = now()
  WHERE visits.seen_at < now() - interval '1 minute'`;

/** End of the user's last visit; null if this is the first one. */
export async function readLastVisit(client: Client, userId: string): Promise<Instant | null> {
  const text = `SELECT ${LAST_ENDED} AS ended_at FROM visits WHERE user_id = $1`;
  return (await findRow<{ ended_at: Instant | null }>(client, text, [userId]))?.ended_at ?? null;
}
