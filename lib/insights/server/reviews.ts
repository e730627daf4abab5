import type { Resolution } from "#lib/core/contract/verifications/review.ts";
import { EXCEPTIONS, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { FIGURE_CONDITIONS } from "#lib/desk/server/list/figures.ts";
import { readWorkloads } from "#lib/desk/server/review/read.ts";
import { type Insights, MAX_RANKED, type PreviousFigures } from "#lib/insights/contract/insights.ts";
import { asPercentiles, byPeriod, filesWhere, type OfPeriod, type OpenQuery, percentilesOf, select } from "./query.ts";

type Counts = Omit<PreviousFigures["review"], "p50_seconds" | "p75_seconds" | "p90_seconds"> &
  Record<Resolution, number>;
type AssigneeRow = { user_id: string; name: string; decided: number; percentiles: (number | null)[] | null };

const STEPS = {
  opened: FIGURE_CONDITIONS.opened,
  decided: FIGURE_CONDITIONS.decided,
  on_time: FIGURE_CONDITIONS.on_time,
  late: FIGURE_CONDITIONS.late,
  exceptions: FIGURE_CONDITIONS.exception,
  sentences: FIGURE_CONDITIONS.sentence,
  unedited: FIGURE_CONDITIONS.unedited,
  reopened_by_facts: FIGURE_CONDITIONS.reopened,
  timed: FIGURE_CONDITIONS.timed_decision,
  ...(Object.fromEntries(
    RESOLUTIONS.map((resolution) => [resolution, `${FIGURE_CONDITIONS.decided} AND resolution = '${resolution}'`]),
  ) as Record<Resolution, string>),
} satisfies Record<keyof Counts, string>;
const NO_REVIEWS = Object.fromEntries(Object.keys(STEPS).map((name) => [name, 0])) as Counts;

/** SQL on rows of reviews, for the index by kind and time. */
const KINDS = "kind = ANY ('{opened,decided,reopened}')";

export async function readReviews(query: OpenQuery) {
  const rows = await select<OfPeriod<Counts>>(query, ({ current, inBoth }) => {
    const part = { name: "is_current", of: `at >= ${current()}` };
    return filesWhere(STEPS, part, `insight_reviews WHERE ${KINDS} AND ${inBoth("at")}`);
  });
  const timed = await select<OfPeriod<{ percentiles: (number | null)[] | null; working: (number | null)[] | null }>>(
    query,
    ({ current, inBoth }) => `
      SELECT at >= ${current()} AS is_current, ${percentilesOf("took")} AS percentiles,
        ${percentilesOf("took_working")} AS working
      FROM insight_reviews WHERE ${FIGURE_CONDITIONS.timed_decision} AND ${inBoth("at")} GROUP BY 1`,
  );
  const of = (part: "current" | "before") => {
    const { accepted, rejected, closed, ...reviewed } = byPeriod(rows)[part] ?? NO_REVIEWS;
    const { percentiles = null, working = null } = byPeriod(timed)[part] ?? {};
    return {
      reviewed: { ...reviewed, ...asPercentiles(percentiles) },
      resolutions: { accepted, rejected, closed },
      working,
    };
  };
  const { reviewed, resolutions, working } = of("current");
  return {
    review: {
      ...reviewed,
      by_resolution: resolutions,
      working: asPercentiles(working),
      by_exception: await readExceptions(query),
      by_change: await readChanges(query),
      by_assignee: await readPeople(query),
    },
    previous: of("before").reviewed,
  };
}

async function readExceptions(query: OpenQuery): Promise<Insights["review"]["by_exception"]> {
  const rows = await select<{ exception: string; files: number }>(
    query,
    ({ inPeriod }) => `
      SELECT exception, count(*)::int AS files FROM (
        SELECT DISTINCT unnest(exceptions) AS exception, verification_id
        FROM insight_reviews WHERE ${FIGURE_CONDITIONS.exception} AND ${inPeriod("at")}
      ) AS file GROUP BY 1`,
  );
  const counted = new Map(rows.map(({ exception, files }) => [exception, files]));
  return Object.fromEntries(
    EXCEPTIONS.map((exception) => [exception, counted.get(exception) ?? 0]),
  ) as Insights["review"]["by_exception"];
}

const readChanges = (query: OpenQuery): Promise<Insights["review"]["by_change"]> =>
  select<Insights["review"]["by_change"][number]>(
    query,
    ({ inPeriod }) => `
      SELECT change, count(*)::int AS files FROM (
        SELECT DISTINCT unnest(changes) AS change, verification_id
        FROM insight_reviews WHERE ${FIGURE_CONDITIONS.reopened} AND ${inPeriod("at")}
      ) AS file GROUP BY 1 ORDER BY files DESC, change LIMIT ${MAX_RANKED}`,
  );

/** The most accounts of an answer; an installation has fewer officers. */
const MAX_PEOPLE = 100;

/** Accounts that decided in the period or have open reviews now, the busiest first. */
async function readPeople(query: OpenQuery): Promise<Insights["review"]["by_assignee"]> {
  const decided = await select<AssigneeRow>(
    query,
    ({ inPeriod }) => `
      SELECT users.id AS user_id, users.name, person.decided, person.percentiles FROM (
        SELECT user_id, count(DISTINCT verification_id)::int AS decided, ${percentilesOf("took")} AS percentiles
        FROM insight_reviews WHERE ${FIGURE_CONDITIONS.decided} AND ${inPeriod("at")} GROUP BY 1
      ) AS person JOIN users ON users.id = person.user_id`,
  );
  const loads = await readWorkloads(query.client);
  const names = new Map([...decided, ...loads].map(({ user_id, name }) => [user_id, name]));
  const people = [...names].map(([user_id, name]) => {
    const { decided: files = 0, percentiles = null } = decided.find((row) => row.user_id === user_id) ?? {};
    const { open = 0, overdue = 0 } = loads.find((row) => row.user_id === user_id) ?? {};
    return { user_id, name, decided: files, open, overdue, ...asPercentiles(percentiles) };
  });
  return people
    .toSorted((a, b) => b.decided - a.decided || b.open - a.open || a.name.localeCompare(b.name))
    .slice(0, MAX_PEOPLE);
}
