import { FAILED_OUTCOMES, type FailedLookups, type FailedOutcome } from "#lib/core/contract/people/person.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { countedTo } from "#lib/platform/server/db/list-query.ts";
import { EXACT_TOTAL } from "./search.ts";

const COUNTS = `
  SELECT wanted.outcome, counted.count FROM unnest($1::text[]) AS wanted(outcome) CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM (
      SELECT FROM verification_people AS p WHERE p.outcome = wanted.outcome LIMIT ${EXACT_TOTAL + 1}
    ) AS bounded
  ) AS counted`;

/** The number of people with each failure of a CURP lookup: the totals of their lists. */
export async function countFailedLookups({ pool }: Pooled = database()): Promise<FailedLookups> {
  const { rows } = await pool.query<{ outcome: FailedOutcome; count: number }>(COUNTS, [FAILED_OUTCOMES]);
  const counts = new Map(rows.map(({ outcome, count }) => [outcome, countedTo(EXACT_TOTAL, count)]));
  return { items: FAILED_OUTCOMES.map((outcome) => ({ outcome, count: counts.get(outcome) ?? 0 })) };
}
