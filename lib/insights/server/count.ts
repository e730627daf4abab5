import { DUE_DATES_SQL } from "#lib/desk/server/list/conditions.ts";
import { uncheckedOn } from "#lib/desk/server/list/figures.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import type { Insights, InsightsParameters } from "#lib/insights/contract/insights.ts";
import { daysOf, groupOf, previousDays } from "#lib/insights/contract/period.ts";
import { periodOf } from "#lib/platform/contract/figure.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readTimeZone } from "#lib/platform/server/db/time-zone.ts";
import { readCompletion, readFunnel, readWaiting } from "./completion.ts";
import { readFindings, readItems, readLookups } from "./findings.ts";
import { countInSnapshot, type FigureQuery, type OpenQuery, select, UNBOUNDED, type Work } from "./query.ts";
import { readReviews } from "./reviews.ts";
import { readSeries } from "./series.ts";

const MAX_COUNTED_FILES = 10_000;

const PENDING = `
  SELECT LEAST(count(*), ${MAX_COUNTED_FILES})::int AS files FROM (
    (SELECT verification_id FROM insight_due LIMIT ${MAX_COUNTED_FILES})
    UNION (SELECT verification_id FROM review_due WHERE due_at <= now() LIMIT ${MAX_COUNTED_FILES})
  ) AS pending`;

/** Files whose insight rows are out of date: files that are due, or will be once their review is evaluated. */
export const countPendingInsights = async ({ pool }: Pooled = database()): Promise<number> =>
  (await pool.query<{ files: number }>(PENDING)).rows[0]?.files ?? 0;

/** The calls of `select` of an answer. */
export const STATEMENTS = 24;

/** Counts an answer now, with everybody's workload. */
export async function countInsights(
  filter: InsightsParameters,
  { pool }: Pooled = database(),
  work: Work = { ...UNBOUNDED },
): Promise<Insights> {
  const now = instantFromMs(Date.now());
  const time_zone = await readTimeZone(pool);
  const today = dateIn(now, time_zone);
  const days = daysOf(filter, today);
  const before = previousDays(days.from, days.to);
  const { account, label, tag_prefix, policy_version } = filter;
  const query: FigureQuery = {
    period: { ...periodOf(days.from, days.to, time_zone), group: groupOf(filter.group, days), time_zone },
    previous: periodOf(before.from, before.to, time_zone),
    narrowing: { account, label, tag_prefix, policy_version },
    work,
  };
  // Before the figures: a file that is counted in between may be in none of them.
  const pending_files = await countPendingInsights({ pool });
  const [first, findings, reviews, series] = await Promise.all([
    countInSnapshot({ pool }, query, (open) => readFirst(open, today)),
    countInSnapshot({ pool }, query, readFindings),
    countInSnapshot({ pool }, query, readReviews),
    countInSnapshot({ pool }, query, readSeries),
  ]);
  return {
    period: query.period,
    computed_at: now,
    pending_files,
    previous: {
      ...before,
      created: first.createdBefore,
      completion: first.completion.previous,
      findings: findings.previous,
      lookups: first.lookups.previous,
      review: reviews.previous,
    },
    completion: first.completion.completion,
    ...first.funnel,
    waiting: first.waiting,
    findings: findings.findings,
    items: first.items,
    lookups: first.lookups.lookups,
    review: reviews.review,
    dates: first.dates,
    series,
  };
}

async function readFirst(query: OpenQuery, today: string) {
  const createdBefore = await countCreatedBefore(query);
  const completion = await readCompletion(query);
  const funnel = await readFunnel(query);
  const waiting = await readWaiting(query);
  const items = await readItems(query);
  const dates = await readDates(query, today);
  return { createdBefore, completion, funnel, waiting, items, dates, lookups: await readLookups(query) };
}

/** Counts relationships without a check and files with overdue dates on the day `today`, whatever the period. */
async function readDates(query: OpenQuery, today: string): Promise<Insights["dates"]> {
  const { documents, yearly_check } = await readPolicy(query.client);
  const [row] = await select<{ unchecked: number; overdue: number }>(
    query,
    ({ add, narrowed }) => `
      SELECT count(*) FILTER (WHERE ${uncheckedOn(add(today))})::int AS unchecked,
        count(*) FILTER (WHERE ${DUE_DATES_SQL.overdue})::int AS overdue
      FROM file_dates WHERE true${narrowed}`,
  );
  return {
    unchecked: yearly_check ? (row?.unchecked ?? 0) : null,
    overdue: yearly_check || documents.length > 0 ? (row?.overdue ?? 0) : null,
  };
}

async function countCreatedBefore({ period, previous, ...query }: OpenQuery): Promise<number> {
  const [row] = await select<{ files: number }>(
    { ...query, previous, period: { ...period, ...previous } },
    ({ inPeriod }) => `SELECT count(*)::int AS files FROM verification_summaries WHERE ${inPeriod("created_at")}`,
  );
  return row?.files ?? 0;
}
