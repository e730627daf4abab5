import {
  LAST_VISIT,
  VERIFICATION_FILTER,
  type VerificationFilter,
} from "#lib/contract/verifications/verification-filter.ts";
import type { Database } from "#lib/server/db/database.ts";
import type { Parameters } from "#lib/server/db/list-query.ts";
import { readTimeZone } from "#lib/server/db/time-zone.ts";
import { readLastVisit } from "#lib/server/db/visits.ts";
import {
  type Asking,
  CONDITIONS,
  type Condition,
  exists,
  type Name,
  OF_LIST,
  OF_SUMMARY,
  WITH_STATE,
} from "./conditions.ts";
import { EVERY_FACETS, type Facets, namesOthers } from "./facets.ts";
import { accountNames } from "./text.ts";

type Pool = Database["pool"];

export type Asked = { filter: VerificationFilter } & Asking;

export async function ask(pool: Pool, filter: VerificationFilter, userId: string | null): Promise<Asked> {
  const [dated, text, timeZone] = await Promise.all([
    withLastVisit(pool, filter, userId),
    accountNames(pool, filter.q),
    filter.figure.length > 0 ? readTimeZone(pool) : "UTC",
  ]);
  return { filter: dated, userId, text, timeZone };
}

/** With the time of the reader's last visit where the filter names that; to who is here for the first time all is new. */
async function withLastVisit(
  pool: Pool,
  filter: VerificationFilter,
  userId: string | null,
): Promise<VerificationFilter> {
  const named = askedBy(filter).filter(
    (name) => VERIFICATION_FILTER.values[name].kind === "moment" && filter[name] === LAST_VISIT,
  );
  if (named.length === 0) return filter;
  const at = (userId === null ? null : await readLastVisit(pool, userId)) ?? "-infinity";
  return { ...filter, ...Object.fromEntries(named.map((name) => [name, at])) };
}

const askedBy = (filter: VerificationFilter): Name[] => [
  ...new Set(VERIFICATION_FILTER.applied(filter).flatMap(({ name }) => (name === "sort" ? [] : name))),
];

const conditionOf = (name: Name) => CONDITIONS[name] as Condition<unknown>;

/** The conditions of those filters that such rows decide. */
function asks(
  {
    filter,
    userId,
    text = { names: [], created: null },
    timeZone = "UTC",
  }: Pick<Asked, "filter" | "userId"> & Partial<Asked>,
  kinds: readonly Condition<unknown>["of"][],
  parameters: Parameters,
  times = OF_SUMMARY,
): string[] {
  return askedBy(filter)
    .filter((name) => kinds.includes(CONDITIONS[name].of))
    .map((name) => conditionOf(name).sql(filter[name] as object, parameters, { userId, text, timeZone }, times));
}

/** The conditions of a filter on a summary, and on the review and people of the row `l`. */
export const conditionsOf = (asked: Asked, parameters: Parameters): string[] => [
  ...asks(asked, ["facets", "times", "summaries"], parameters),
  ...reviewConditions(asked, parameters),
];

export const ofReview = (asked: Pick<Asked, "filter" | "userId">, parameters: Parameters): string[] => [
  ...(asked.filter.review.length === 0 ? [WITH_STATE] : []),
  ...asks(asked, ["reviews"], parameters),
];

export const timesOfList = (filter: VerificationFilter, parameters: Parameters): string[] =>
  asks({ filter, userId: null }, ["times"], parameters, OF_LIST);

function reviewConditions(asked: Asked, parameters: Parameters): string[] {
  const { filter } = asked;
  const names = askedBy(filter).filter((name) => CONDITIONS[name].of === "reviews");
  if (names.length === 0) return [];
  // A verification without a review fails every other condition on reviews.
  const isNarrowed = names.some((name) => name !== "review");
  const none = filter.review.includes("none") && !isNarrowed ? [`NOT ${exists("reviews", WITH_STATE)}`] : [];
  const isOfNone = names.includes("review") && filter.review.every((state) => state === "none");
  const some = isOfNone ? [] : [exists("reviews", ...ofReview(asked, parameters))];
  return [`(${[...none, ...some].join(" OR ") || "false"})`];
}

/** Whether a filter asks of reviews and of nothing else: each row of `reviews` then decides by itself. */
export const asksReviewsAlone = (filter: VerificationFilter): boolean =>
  VERIFICATION_FILTER.narrows(filter) &&
  !filter.review.includes("none") &&
  askedBy(filter).every((name) => CONDITIONS[name].of === "reviews");

/** Whether facets and times of a row of the list say all that a filter asks. */
export const isIndexed = (filter: VerificationFilter): boolean =>
  askedBy(filter).every((name) => CONDITIONS[name].of === "facets" || CONDITIONS[name].of === "times") &&
  !namesOthers(filter);

/** The facets that fit a filter. Values that the interface does not name share theirs: see `namesOthers`. */
export function facetsOf(filter: VerificationFilter): readonly Facets[] {
  const names = askedBy(filter);
  return EVERY_FACETS.filter((facets) =>
    names.every((name) => conditionOf(name).fits?.(filter[name] as object, facets) ?? true),
  );
}
