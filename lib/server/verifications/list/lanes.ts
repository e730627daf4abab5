import { LANES, type Lane, type Lanes, MOST_IN_LANE } from "#lib/contract/verifications/review-lanes.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { countedTo } from "#lib/server/db/list-query.ts";

/** The rows of each lane, as `filterOfLane` selects them in the list. Each is in an index by `due_rank`. */
const BELONGS: Record<Lane, string> = {
  mine: "state = 'open' AND assignee = $1::uuid",
  unassigned: "state = 'open' AND assignee IS NULL AND reasons <> '{stalled_customer}'",
  approval: "state = 'approval' AND standing ->> 'submitted_by' IS DISTINCT FROM $1::uuid::text",
  changed: "state = 'open' AND reasons @> '{changed}'",
  waiting: "state = 'waiting'",
  stalled: "state = 'open' AND reasons && '{stalled_customer,stalled_service}'",
};

/**
 * Overdue ones come first in the order of `due_rank`, as the worker keeps it: what is counted has all of them, or enough.
 */
const COUNTS = LANES.map(
  (lane) => `
  SELECT '${lane}' AS lane, count(*) AS count, count(*) FILTER (WHERE due_rank < 4) AS overdue FROM (
    SELECT due_rank FROM reviews WHERE ${BELONGS[lane]} ORDER BY due_rank LIMIT ${MOST_IN_LANE + 1}
  ) AS counted`,
).join(" UNION ALL ");

/** `GET /api/review/lanes`: how many reviews each lane has for this user, and how many of them are overdue. */
export async function readLanes(userId: string, { pool }: Pick<Database, "pool"> = database()): Promise<Lanes> {
  const { rows } = await pool.query<{ lane: Lane; count: number; overdue: number }>(COUNTS, [userId]);
  return Object.fromEntries(
    rows.map(({ lane, count, overdue }) => [
      lane,
      { count: countedTo(MOST_IN_LANE, count), overdue: countedTo(MOST_IN_LANE, overdue) },
    ]),
  ) as Lanes;
}
