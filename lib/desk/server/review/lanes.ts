import { filterOfLane, LANES, type Lane, type Lanes, MAX_IN_LANE } from "#lib/desk/contract/review/lanes.ts";
import { DUE_DATES_SQL } from "#lib/desk/server/list/conditions.ts";
import { reviewConditionsOf } from "#lib/desk/server/list/filter-query.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { countedTo, type Parameters, parameters, where } from "#lib/platform/server/db/list-query.ts";

/**
 * Counts the reviews of a lane by `filterOfLane`; of proposals those of other users. Overdue reviews come first in the
 * order of `due_rank`, so that the bounded count contains them.
 */
function countOf(lane: Lane, userId: string, asked: Parameters): string {
  if (lane === "dates") return COUNT_DATES;
  const conditions = reviewConditionsOf({ filter: filterOfLane(lane), userId }, asked);
  if (lane === "approval") conditions.push(`standing ->> 'submitted_by' IS DISTINCT FROM ${asked.add(userId)}::text`);
  return `SELECT '${lane}' AS lane, count(*) AS count, count(*) FILTER (WHERE due_rank < 4) AS overdue FROM (
    SELECT due_rank FROM reviews ${where(conditions)} ORDER BY due_rank LIMIT ${MAX_IN_LANE + 1}
  ) AS counted`;
}

const COUNT_DATES = `SELECT 'dates' AS lane, count(*) AS count, count(*) FILTER (WHERE overdue) AS overdue FROM (
    SELECT ${DUE_DATES_SQL.overdue} AS overdue FROM file_dates WHERE ${DUE_DATES_SQL.now} ORDER BY due_on LIMIT ${MAX_IN_LANE + 1}
  ) AS counted`;

type LaneRow = { lane: Lane; count: number; overdue: number };

export async function countLanes<Counting extends Lane>(
  lanes: readonly Counting[],
  userId: string,
  { pool }: Pooled,
): Promise<Pick<Lanes, Counting>> {
  const asked = parameters();
  const counts = lanes.map((lane) => countOf(lane, userId, asked)).join(" UNION ALL ");
  const { rows } = await pool.query<LaneRow>(counts, asked.values);
  return Object.fromEntries(
    rows.map(({ lane, count, overdue }) => [
      lane,
      { count: countedTo(MAX_IN_LANE, count), overdue: countedTo(MAX_IN_LANE, overdue) },
    ]),
  ) as Pick<Lanes, Counting>;
}

/** The number of reviews of each lane but `mine`, at most `MAX_IN_LANE` + 1. */
export async function countOpenReviews({ pool }: Pooled): Promise<{ lane: Lane; count: number }[]> {
  const asked = parameters();
  const lanes = LANES.filter((lane) => lane !== "mine").map((lane) => countOf(lane, "", asked));
  return (await pool.query<LaneRow>(lanes.join(" UNION ALL "), asked.values)).rows;
}

/** Whether there was ever a review: by the log, since files without a review have rows in `reviews` as well. */
const BEGUN = "SELECT EXISTS (SELECT FROM review_log) AS begun";

/** Whether any file has days: else the lane of due dates is not shown. */
export async function hasDates({ pool }: Pooled): Promise<boolean> {
  const { rows } = await pool.query<{ dated: boolean }>("SELECT EXISTS (SELECT FROM file_dates) AS dated");
  return rows[0]?.dated ?? false;
}

/** `GET /api/review/lanes`: how many reviews each lane has for this user, and how many of them are overdue. */
export async function readLanes(userId: string, connection: Pooled = database()): Promise<Lanes> {
  const [lanes, { rows }, dated] = await Promise.all([
    countLanes(LANES, userId, connection),
    connection.pool.query<{ begun: boolean }>(BEGUN),
    hasDates(connection),
  ]);
  return { ...lanes, begun: rows[0]?.begun ?? false, dated };
}
