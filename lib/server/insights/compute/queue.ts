import { type Client, database, type Pooled } from "#lib/server/db/database.ts";

/**
 * Locks a row that is there already: whoever computes it skips it until this transaction has ended, and then sees what it
 * has written.
 */
const QUEUE = `
  INSERT INTO insight_due AS due (verification_id) SELECT id FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C"
  ON CONFLICT (verification_id) DO UPDATE SET since = due.since WHERE false`;

/** Has the rows of these files computed again, once the caller's transaction has ended. */
export async function queueInsights(client: Client, verificationIds: readonly string[]): Promise<void> {
  await client.query({ name: "queue insights", text: QUEUE, values: [verificationIds] });
}

/** More files are not counted. */
const MOST = 10_000;

const PENDING = `
  SELECT LEAST(count(*), ${MOST})::int AS files FROM (
    (SELECT verification_id FROM insight_due LIMIT ${MOST})
    UNION (SELECT verification_id FROM review_due WHERE due_at <= now() LIMIT ${MOST})
  ) AS pending`;

/** Files with news that their rows do not have yet: due themselves, or as soon as their review is evaluated. */
export const countPendingInsights = async ({ pool }: Pooled = database()): Promise<number> =>
  (await pool.query<{ files: number }>(PENDING)).rows[0]?.files ?? 0;
