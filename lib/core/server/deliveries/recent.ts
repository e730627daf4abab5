import type { OpenOutcome, RecentDeliveries } from "#lib/core/contract/deliveries/recent.ts";
import { type ListCount, lowerBoundOf } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { countedTo } from "#lib/platform/server/db/list-query.ts";

/** A greater count of an hour, or of an outcome, is 'at least'. */
const EXACT_COUNT = 10_000;

const HOURS = 24;

/** Whole hours in any time zone of the session, so that the bounds of an hour never move. */
const FIRST_HOUR = `date_bin('1 hour', now(), 'epoch') - interval '${HOURS - 1} hours'`;

/** Each hour along the index by time: about 40 ms at 100,000 deliveries a day. Blocked deliveries are in no list. */
const byHour = (max: number): string => `
  SELECT hour.from, counted.count FROM generate_series(${FIRST_HOUR}, now(), interval '1 hour') AS hour("from")
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM (
      SELECT FROM inbox WHERE kind = 'delivery' AND state <> 'blocked'
        AND received_at >= hour.from AND received_at < hour.from + interval '1 hour' LIMIT ${max + 1}
    ) AS bounded
  ) AS counted ORDER BY 1`;

/** The states are written out, since each has a partial index. */
const withState = (state: OpenOutcome, max: number): string => `
  (SELECT count(*)::int FROM (
    SELECT FROM inbox WHERE kind = 'delivery' AND state = '${state}' LIMIT ${max + 1}
  ) AS bounded) AS ${state}`;

const REFUSED = `(SELECT COALESCE(sum(count), 0)::int8 FROM refusals WHERE at >= ${FIRST_HOUR}) AS refused`;

/** Deliveries of the last 24 hours by hour, refusals of that time, and deliveries that are not applied. */
export async function readRecentDeliveries(
  { pool }: Pooled = database(),
  max: number = EXACT_COUNT,
): Promise<RecentDeliveries> {
  const [hours, open] = await Promise.all([
    pool.query<{ from: Instant; count: number }>(byHour(max)),
    pool.query<Record<OpenOutcome, number> & { refused: number }>(
      `SELECT ${withState("pending", max)}, ${withState("unrecognized", max)}, ${withState("failed", max)}, ${REFUSED}`,
    ),
  ]);
  const counted = hours.rows.map(({ from, count }) => ({ from, count: countedTo(max, count) }));
  const { pending = 0, unrecognized = 0, failed = 0, refused = 0 } = open.rows[0] ?? {};
  return {
    hours: counted,
    total: sumOf(counted.map(({ count }) => count)),
    refused,
    outcomes: {
      pending: countedTo(max, pending),
      unrecognized: countedTo(max, unrecognized),
      failed: countedTo(max, failed),
    },
  };
}

function sumOf(counts: readonly ListCount[]): ListCount {
  const sum = counts.reduce((total: number, count) => total + lowerBoundOf(count), 0);
  return counts.every((count) => typeof count === "number") ? sum : { at_least: sum };
}
