import { database, type Pooled } from "#lib/platform/server/db/database.ts";

const MAX_COUNTED_FILES = 10_000;

const PENDING = `
  SELECT LEAST(count(*), ${MAX_COUNTED_FILES})::int AS files FROM (
    (SELECT verification_id FROM insight_due LIMIT ${MAX_COUNTED_FILES})
    UNION (SELECT verification_id FROM review_due WHERE due_at <= now() LIMIT ${MAX_COUNTED_FILES})
  ) AS pending`;

/** Files whose insight rows are out of date: files that are due, or will be once their review is evaluated. */
export const countPendingInsights = async ({ pool }: Pooled = database()): Promise<number> =>
  (await pool.query<{ files: number }>(PENDING)).rows[0]?.files ?? 0;
