import type { Severity } from "#lib/contract/verifications/verification.ts";
import {
  type DueFilter,
  LAST_VISIT,
  REASON_FILTERS,
  type ReasonFilter,
  VERIFICATION_FILTER,
  type VerificationFilter,
} from "#lib/contract/verifications/verification-filter.ts";
import type { Database } from "#lib/server/db/database.ts";
import { endOfRange, hasWord, literally, type Parameters, parameters, wordsOf } from "#lib/server/db/list-query.ts";
import { TURNS } from "#lib/server/db/review-log.ts";
import { readLastVisit } from "#lib/server/db/visits.ts";
import { impliesError, namesOthers } from "./facets.ts";

type Pool = Database["pool"];

/** Fields with few values, one of which a verification has. */
const FACETS = ["status", "documents_status", "severity", "findings_source"] as const;

/** Kinds of `verification_summaries.terms`, each matched by the filter of its name: any of the values given. */
const KINDS = [...FACETS, "label", "account", "item_error", "item_type"] as const;

/** A filter, who `me` is in it, and the accounts that its text names. */
export type Asked = { filter: VerificationFilter; userId: string | null; text: AccountNames };

export async function ask(pool: Pool, filter: VerificationFilter, userId: string | null): Promise<Asked> {
  const [dated, text] = await Promise.all([withLastVisit(pool, filter, userId), accountNames(pool, filter.q)]);
  return { filter: dated, userId, text };
}

const SINCE = ["changed_since", "returned_since", "handed_since"] as const;

/** With the time of the reader's last visit where the filter names that; to who is here for the first time all is new. */
async function withLastVisit(
  pool: Pool,
  filter: VerificationFilter,
  userId: string | null,
): Promise<VerificationFilter> {
  const named = SINCE.filter((name) => filter[name] === LAST_VISIT);
  if (named.length === 0) return filter;
  const at = (userId === null ? null : await readLastVisit(pool, userId)) ?? "-infinity";
  return { ...filter, ...Object.fromEntries(named.map((name) => [name, at])) };
}

/** Days of 24 hours: the same in every time zone of the server. */
const DAY = "interval '24 hours'";

const exists = (table: string, ...conditions: string[]): string =>
  `EXISTS (SELECT FROM ${table} AS its WHERE ${["its.verification_id = l.verification_id", ...conditions].join(" AND ")})`;

/** The conditions of a filter on a summary, each with an index, and on the review and people of the row `l`. */
export function conditionsOf(asked: Asked, parameters: Parameters): string[] {
  const { filter, text } = asked;
  const { add } = parameters;
  const anyOf = (kind: string, values: readonly string[]) =>
    `terms && ${add(values.map((value) => `${kind}:${value}`))}::text[]`;
  const { tag, q, without_severity: without, documents_status_days: days, lookup } = filter;
  return [
    ...KINDS.filter((kind) => filter[kind].length > 0).map((kind) => anyOf(kind, filter[kind])),
    ...(without.length > 0 ? [`NOT (${anyOf("severity", without)})`] : []),
    ...(filter.has_item_error ? ["terms @> '{in_error}'"] : []),
    ...(tag === null ? [] : [anyOf("tag", [tag])]),
    ...(q === null ? [] : [textCondition(q, text, parameters)]),
    ...(days === null ? [] : [`documents_status_at < now() - ${add(days)}::int * ${DAY}`]),
    ...(lookup.length === 0 ? [] : [exists("verification_people", `outcome = ANY (${add(lookup)}::text[])`)]),
    ...reviewConditions(asked, parameters),
    ...timesOf(filter, "created_at", "last_activity_at", parameters),
  ];
}

const DAY_OF_POLICY = `date_trunc('day', now(), COALESCE((
  SELECT policy #>> '{working,time_zone}' FROM review_policies ORDER BY version DESC LIMIT 1), 'America/Mexico_City'))`;

/** The conditions of a filter on the due time of an open review. */
const DUE: Record<DueFilter, string> = {
  overdue: "due_at <= now()",
  today: `due_at >= ${DAY_OF_POLICY} AND due_at < ${DAY_OF_POLICY} + interval '1 day'`,
  week: `due_at >= ${DAY_OF_POLICY} AND due_at < ${DAY_OF_POLICY} + interval '7 days'`,
};

/** The conditions of a filter on a row of `reviews`. Every review with a state is in the indexes. */
export function ofReview({ filter, userId }: Pick<Asked, "filter" | "userId">, { add }: Parameters): string[] {
  const { review, assignee, reason, due, returned_since: returned, handed_since: handed } = filter;
  const states = review.filter((state) => state !== "none");
  const users = assignee.filter((one) => one !== "none").map((one) => (one === "me" ? userId : one));
  // Nothing that is not asked becomes a parameter.
  const whose = [
    ...(users.length > 0 ? [`assignee = ANY (${add(users)}::uuid[])`] : []),
    ...(assignee.includes("none") ? ["assignee IS NULL"] : []),
  ];
  return [
    // Of an array with one state PostgreSQL 18 does not see that an index has its rows in order.
    states.length > 0 ? `(${states.map((state) => `state = ${add(state)}`).join(" OR ")})` : "state IS NOT NULL",
    ...(whose.length > 0 ? [`(${whose.join(" OR ")})`] : []),
    ...(reason.length === 0 ? [] : [reasonCondition(reason, add)]),
    ...(due.length === 0 ? [] : [`state = 'open' AND (${due.map((one) => DUE[one]).join(" OR ")})`]),
    ...(returned === null ? [] : [`verification_id IN (${turned("verification_id", "returned", add(returned))})`]),
    ...(handed === null
      ? []
      : [`(verification_id, assignee) IN (${turned("verification_id, log.assignee", "handed", add(handed))})`]),
  ];
}

const turned = (columns: string, turn: keyof typeof TURNS, since: string): string =>
  `SELECT log.${columns} FROM review_log AS log WHERE log.at >= ${since}::timestamptz AND ${TURNS[turn]}`;

/** The filters that concern reviews alone. */
const OF_REVIEWS = ["review", "assignee", "reason", "due", "returned_since", "handed_since"] as const;

/** Whether a filter asks of nothing but these. */
const asksOnly = (filter: VerificationFilter, names: readonly (keyof VerificationFilter)[]): boolean => {
  const asked = Object.fromEntries(names.map((name) => [name, VERIFICATION_FILTER.empty[name]]));
  return !VERIFICATION_FILTER.narrows({ ...filter, ...asked });
};

/** Whether a filter asks of reviews and of nothing else: each row of `reviews` then decides by itself. */
export const asksReviewsAlone = (filter: VerificationFilter): boolean =>
  VERIFICATION_FILTER.narrows(filter) && !filter.review.includes("none") && asksOnly(filter, OF_REVIEWS);

/** The conditions of a filter on the review of a verification. */
function reviewConditions(asked: Asked, parameters: Parameters): string[] {
  const { review, ...more } = asked.filter;
  const isNarrowed = OF_REVIEWS.some((name) => name !== "review" && more[name] !== null && more[name].length > 0);
  if (review.length === 0 && !isNarrowed) return [];
  // A verification without a review fails every other condition on reviews.
  const none = review.includes("none") && !isNarrowed ? [`NOT ${exists("reviews", "state IS NOT NULL")}`] : [];
  const isOfNone = review.length > 0 && review.every((state) => state === "none");
  const some = isOfNone ? [] : [exists("reviews", ...ofReview(asked, parameters))];
  return [`(${[...none, ...some].join(" OR ") || "false"})`];
}

function reasonCondition(asked: readonly ReasonFilter[], add: Parameters["add"]): string {
  const [left, ...others] = REASON_FILTERS.filter((one) => !asked.includes(one));
  // As `reviews_next` has it.
  if (left !== undefined && left !== "none" && others.length === 0) return `reasons <> '{${left}}'`;
  const named = asked.filter((one) => one !== "none");
  const some = named.length > 0 ? [`reasons && ${add(named)}::text[]`] : [];
  return `(${[...some, ...(named.length < asked.length ? ["reasons = '{}'"] : [])].join(" OR ")})`;
}

/** Whether facets and times of a row of the list say all that a filter asks. */
export const isIndexed = (filter: VerificationFilter): boolean =>
  asksOnly(filter, [
    ...FACETS,
    "without_severity",
    "has_item_error",
    "created_from",
    "created_to",
    "quiet_days",
    "changed_since",
  ]) && !namesOthers(filter);

/** Bounds that facets imply for the orders by findings and by items in error, so that the scan begins at the first match. */
export const leastOf = (filter: VerificationFilter): string[] => [
  ...(filter.severity.length > 0
    ? [`l.by_findings >= ${Math.min(...filter.severity.map((one) => LEAST_WEIGHT[one]))}`]
    : []),
  ...(impliesError(filter) ? ["l.by_items_with_error >= 1"] : []),
];
const LEAST_WEIGHT: Record<Severity, number> = { high: 100_000_000, medium: 10_000, low: 1 };

/** The conditions of a filter on the times of a row of the list. */
export const timesOfList = (filter: VerificationFilter, parameters: Parameters): string[] =>
  timesOf(filter, "l.by_creation", "l.by_activity", parameters);

/** A row of the list has a time for none. */
function timesOf(filter: VerificationFilter, created: string, active: string, { add }: Parameters): string[] {
  const { created_from: from, created_to: to, quiet_days: quiet, changed_since: since } = filter;
  const before = (column: string, end: string) => [`${column} > '-infinity'`, `${column} < ${end}`];
  return [
    ...(from === null ? [] : [`${created} >= ${add(from)}::timestamptz`]),
    ...(to === null ? [] : before(created, `${add(endOfRange(to))}::timestamptz`)),
    ...(since === null ? [] : [`${active} >= ${add(since)}::timestamptz`]),
    ...(quiet === null ? [] : before(active, `now() - ${add(quiet)}::int * ${DAY}`)),
  ];
}

const beginning = (text: string, { add }: Parameters): string => `lower(${add(`${literally(text)}%`)}::text)`;

/** Fewer than three characters are looked for where something begins. */
const pattern = (text: string, parameters: Parameters): string =>
  [...text].length < 3 ? beginning(text, parameters) : `lower(${parameters.add(`%${literally(text)}%`)}::text)`;

/**
 * That a verification has a text itself: every word of it in its tag, title or tax id, or all of it at the beginning of
 * its id.
 */
export const ownText = (text: string, parameters: Parameters): string => {
  const words = wordsOf(text).map((word) => hasWord("searched", word, parameters));
  return `(lower(verification_id COLLATE "default") COLLATE "C" LIKE ${beginning(text, parameters)}
    OR ${words.length > 0 ? words.join(" AND ") : "false"})`;
};

/** Of a name that nothing else has, the index of names begins where its first verification was made. */
function textCondition(q: string, { names, created }: AccountNames, parameters: Parameters): string {
  const { add } = parameters;
  if (created) {
    return `left(account_name, 201) = ANY (${add(names)}::text[])
      AND ${madeBetween("COALESCE(created_at, '-infinity')", created, parameters)}`;
  }
  const named = names.length > 0 ? [`terms && ${add(names.map((name) => `account_name:${name}`))}::text[]`] : [];
  return `(${[ownText(q, parameters), ...named].join(" OR ")})`;
}

export const madeBetween = (column: string, { first, last }: Made, { add }: Parameters): string =>
  `${column} BETWEEN ${add(first)}::timestamptz AND ${add(last)}::timestamptz`;

/** One installation serves one account, which may have been renamed. */
const MAX_NAMES = 1_000;

/** The values of a column with an index, cut as they are in it, to so many (`value`), and null after the last. */
export const distinctValues = (table: string, column: string, most: number): string => {
  const first = (condition: string) => `(SELECT min(left(${column}, 201)) FROM ${table} WHERE ${condition})`;
  return `WITH RECURSIVE distinct_values AS (
    SELECT ${first(`${column} IS NOT NULL`)} AS value, 1 AS number UNION ALL
    SELECT ${first(`${column} IS NOT NULL AND left(${column}, 201) > distinct_values.value`)}, number + 1
    FROM distinct_values WHERE value IS NOT NULL AND number < ${most}
  )`;
};

/**
 * The names of accounts that a text is a part of, and between which times (as text) the verifications under them were
 * made, since a name may be an old one: null where others have the text too, in their tag or at the beginning of their
 * id.
 */
export type AccountNames = { names: string[]; created: Made | null };
type Made = { first: string; last: string };
type Named = { names: string[] | null; first: string | null; last: string | null; elsewhere: boolean };

async function accountNames(pool: Pool, text: string | null): Promise<AccountNames> {
  if (text === null) return { names: [], created: null };
  const finding = parameters();
  const { rows } = await pool.query<Named>(
    `${distinctValues("verification_summaries", "account_name", MAX_NAMES)}, named AS (
       SELECT array_agg(value) AS names, min(first)::text AS first, max(last)::text AS last
       FROM distinct_values CROSS JOIN LATERAL (
         SELECT min(at) AS first, max(at) AS last FROM (
           SELECT COALESCE(created_at, '-infinity') AS at FROM verification_summaries WHERE left(account_name, 201) = value
         ) AS so_named
       ) AS made WHERE lower(value) LIKE ${pattern(text, finding)}
     )
     SELECT names, first, last, CASE WHEN names IS NULL THEN false
       ELSE EXISTS (SELECT FROM verification_summaries WHERE ${ownText(text, finding)}) END AS elsewhere FROM named`,
    finding.values,
  );
  const { names, first, last, elsewhere } = rows[0] ?? {};
  return { names: names ?? [], created: elsewhere || !first || !last ? null : { first, last } };
}
