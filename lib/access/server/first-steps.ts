import type { FirstSteps } from "#lib/access/contract/first-steps.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";

/**
 * Steps that were done at any time: a received event proves that the key and the webhook worked once. The banner reports
 * their current state.
 */
export async function readFirstSteps({ pool }: Pooled = database()): Promise<FirstSteps> {
  const { rows } = await pool.query<FirstSteps>(`
    SELECT event, event OR EXISTS (SELECT FROM connection_checks WHERE succeeded_at IS NOT NULL) AS key,
      event OR EXISTS (SELECT FROM receivers WHERE state = 'connected') AS connect,
      EXISTS (SELECT FROM title_fields) AS titles,
      EXISTS (
        SELECT FROM audit_log WHERE action = 'verifications.imported' AND outcome = 'done' AND (after ->> 'added')::int > 0
      ) AS add,
      (SELECT count(*) > 1 FROM users) AS invite
    FROM (SELECT EXISTS (SELECT FROM inbox WHERE kind = 'delivery') AS event) AS received`);
  const [done] = rows;
  if (!done) throw new Error("the query always answers one row");
  return done;
}
