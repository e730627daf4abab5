import {
  LAST_VISIT,
  VERIFICATION_FILTER,
  type VerificationFilter,
} from "#lib/core/contract/verifications/verification-filter.ts";
import { ruleOfUser } from "#lib/core/server/need-to-know/policy.ts";
import { readLastVisit } from "#lib/core/server/verifications/visits.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import type { Parameters } from "#lib/platform/server/db/list-query.ts";
import { readTimeZone } from "#lib/platform/server/db/time-zone.ts";
import {
  CONDITIONS,
  type Condition,
  exists,
  type FilterContext,
  type FilterName,
  OF_LIST,
  OF_SUMMARY,
  WITH_STATE,
} from "./conditions.ts";
import { EVERY_FACETS, type Facets, namesOthers } from "./facets.ts";
import { accountNames } from "./text.ts";

type Pool = Database["pool"];

export type FilterQuery = { filter: VerificationFilter } & FilterContext;

export async function queryOf(pool: Pool, filter: VerificationFilter, userId: string | null): Promise<FilterQuery> {
  // Hidden text is searched by these two alone.
  const searches = filter.q !== null || filter.tag !== null;
  const rule = userId !== null && searches ? await ruleOfUser(userId, pool) : null;
  const [dated, text, timeZone] = await Promise.all([
    withLastVisit(pool, filter, userId),
    accountNames(pool, filter.q, rule),
    filter.figure.length + filter.document_dates.length + filter.due_dates.length > 0 ? readTimeZone(pool) : "UTC",
  ]);
  return { filter: dated, userId, rule, text, timeZone };
}

/** Replaces `last_visit` in a filter by the time of the user's last visit; on a first visit everything is newer. */
async function withLastVisit(
  pool: Pool,
  filter: VerificationFilter,
  userId: string | null,
): Promise<VerificationFilter> {
  const named = appliedNames(filter).filter(
    (name) => VERIFICATION_FILTER.values[name].kind === "moment" && filter[name] === LAST_VISIT,
  );
  if (named.length === 0) return filter;
  const at = (userId === null ? null : await readLastVisit(pool, userId)) ?? "-infinity";
  return { ...filter, ...Object.fromEntries(named.map((name) => [name, at])) };
}

const appliedNames = (filter: VerificationFilter): FilterName[] => [
  ...new Set(VERIFICATION_FILTER.applied(filter).flatMap(({ name }) => (name === "sort" ? [] : name))),
];

const conditionOf = (name: FilterName) => CONDITIONS[name] as Condition<unknown>;

/** The conditions of the filters that are decided on rows of these kinds. */
function conditionsFor(
  {
    filter,
    userId,
    rule = null,
    text = { names: [], created: null },
    timeZone = "UTC",
  }: Pick<FilterQuery, "filter" | "userId"> & Partial<FilterQuery>,
  kinds: readonly Condition<unknown>["of"][],
  parameters: Parameters,
  times = OF_SUMMARY,
): string[] {
  return appliedNames(filter)
    .filter((name) => kinds.includes(CONDITIONS[name].of))
    .map((name) => conditionOf(name).sql(filter[name] as object, parameters, { userId, rule, text, timeZone }, times));
}

/** The conditions of a filter on a summary, and on the review and people of the row `l`. */
export const conditionsOf = (asked: FilterQuery, parameters: Parameters): string[] => [
  ...conditionsFor(asked, ["facets", "times", "summaries"], parameters),
  ...reviewConditions(asked, parameters),
];

export const reviewConditionsOf = (asked: Pick<FilterQuery, "filter" | "userId">, parameters: Parameters): string[] => [
  ...(asked.filter.review.length === 0 ? [WITH_STATE] : []),
  ...conditionsFor(asked, ["reviews"], parameters),
];

export const timesOfList = (filter: VerificationFilter, parameters: Parameters): string[] =>
  conditionsFor({ filter, userId: null }, ["times"], parameters, OF_LIST);

function reviewConditions(asked: FilterQuery, parameters: Parameters): string[] {
  const { filter } = asked;
  const names = appliedNames(filter).filter((name) => CONDITIONS[name].of === "reviews");
  if (names.length === 0) return [];
  // A verification without a review matches only `review=none`, and no other condition on reviews.
  const isNarrowed = names.some((name) => name !== "review");
  const none = filter.review.includes("none") && !isNarrowed ? [`NOT ${exists("reviews", WITH_STATE)}`] : [];
  const isOfNone = names.includes("review") && filter.review.every((state) => state === "none");
  const some = isOfNone ? [] : [exists("reviews", ...reviewConditionsOf(asked, parameters))];
  return [`(${[...none, ...some].join(" OR ") || "false"})`];
}

/** Whether all conditions of a filter are on reviews, so that a row of `reviews` decides. */
export const hasOnlyReviewConditions = (filter: VerificationFilter): boolean =>
  VERIFICATION_FILTER.narrows(filter) &&
  !filter.review.includes("none") &&
  appliedNames(filter).every((name) => CONDITIONS[name].of === "reviews");

/** Whether facets and times of `verification_list` decide a filter. */
export const isIndexed = (filter: VerificationFilter): boolean =>
  appliedNames(filter).every((name) => CONDITIONS[name].of === "facets" || CONDITIONS[name].of === "times") &&
  !namesOthers(filter);

/** The facets that match a filter. Values outside the interface share a facet: see `namesOthers`. */
export function facetsOf(filter: VerificationFilter): readonly Facets[] {
  const names = appliedNames(filter);
  return EVERY_FACETS.filter((facets) =>
    names.every((name) => conditionOf(name).fits?.(filter[name] as object, facets) ?? true),
  );
}
