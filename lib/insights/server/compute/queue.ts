import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";

/** Locks an existing row: workers skip it until this transaction has ended, and then see its writes. */
const QUEUE = `
  INSERT INTO insight_due AS due (verification_id) SELECT id FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C"
  ON CONFLICT (verification_id) DO UPDATE SET since = due.since WHERE false`;

/** Queues the insight rows of these files, to be computed after the caller's transaction. */
export async function queueInsights(client: Client, verificationIds: readonly string[]): Promise<void> {
  await client.query({ name: "queue insights", text: QUEUE, values: [verificationIds] });
}

const MAX_COUNTED_FILES = 10_000;

const PENDING = `
  SELECT LEAST(count(*), ${MAX_COUNTED_FILES})::int AS files FROM (
    (SELECT verification_id FROM insight_due LIMIT ${MAX_COUNTED_FILES})
    UNION (SELECT verification_id FROM review_due WHERE due_at <= now() LIMIT ${MAX_COUNTED_FILES})
  ) AS pending`;

/** Files whose insight rows are out of date: files that are due, or will be once their review is evaluated. */
export const countPendingInsights = async ({ pool }: Pooled = database()): Promise<number> =>
  (await pool.query<{ files: number }>(PENDING)).rows[0]?.files ?? 0;
