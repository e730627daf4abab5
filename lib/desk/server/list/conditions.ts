import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { isOutcomeType } from "#lib/core/contract/verifications/verification.ts";
import {
  type DueDatesFilter,
  type DueFilter,
  REASON_FILTERS,
  type ReasonFilter,
  type VerificationFilter,
} from "#lib/core/contract/verifications/verification-filter.ts";
import { hasHidden } from "#lib/core/server/need-to-know/searched-text.ts";
import { filesOf } from "#lib/desk/server/list/figures.ts";
import { QUEUE_EFFECTS } from "#lib/desk/server/review-log/meaning.ts";
import { type Figure, periodOf, readFigure } from "#lib/platform/contract/figure.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { endOfRange, type Parameters } from "#lib/platform/server/db/list-query.ts";
import { TIME_ZONE_OF_POLICY } from "#lib/platform/server/db/time-zone.ts";
import { bitsOf, type Facets, type PlacedField, placeOf } from "./facets.ts";
import { type AccountNames, textCondition } from "./text.ts";

/** The columns of creation and last activity. */
type TimeColumns = { created: string; active: string };
export const OF_SUMMARY: TimeColumns = { created: "created_at", active: "last_activity_at" };
/** In `verification_list` a missing time is '-infinity'. */
export const OF_LIST: TimeColumns = { created: "l.by_creation", active: "l.by_activity" };

/** The user of `me` in a filter and what they are shown (null for no reader), the account names that contain its text, and the time zone of the days of its figures. */
export type FilterContext = { userId: string | null; rule: RoleRule | null; text: AccountNames; timeZone: string };

export type Condition<Value> = {
  /**
   * The rows that decide the condition: facets or times of `verification_list`, `reviews`, or summaries with their
   * people. Facets are found in an index with a range for each, so that filters by facets need no other index.
   */
  of: "facets" | "times" | "reviews" | "summaries";
  /** The condition on a summary `l`, or on a row of `reviews`. It can use an index. */
  sql: (value: NonNullable<Value>, parameters: Parameters, asked: FilterContext, times: TimeColumns) => string;
  /** Whether rows with these facets can match. */
  fits?: (value: NonNullable<Value>, facets: Facets) => boolean;
};

/** Matches any of these terms. */
const anyOf = (kind: string, values: readonly string[], { add }: Parameters): string =>
  `terms && ${add(values.map((value) => `${kind}:${value}`))}::text[]`;

const term = (kind: string, fits?: Condition<string[]>["fits"]): Condition<string[]> => ({
  of: "summaries",
  sql: (values, parameters) => anyOf(kind, values, parameters),
  ...(fits && { fits }),
});

const place = (name: PlacedField): Condition<string[]> => ({
  ...term(name, (values, facets) => values.some((value) => placeOf(name, value) === facets[name])),
  of: "facets",
});

/** 24 hours, independent of the server's time zone and its clock changes. */
const DAY = "interval '24 hours'";

const before = (column: string, end: string): string => `${column} > '-infinity' AND ${column} < ${end}`;

/** Matches reviews with a log entry of this turn at this time or later. */
const turned = (columns: string, turn: keyof typeof QUEUE_EFFECTS): Condition<string | null> => ({
  of: "reviews",
  sql: (since, { add }) => `(verification_id${columns === "" ? "" : `, ${columns}`}) IN (
    SELECT log.verification_id${columns === "" ? "" : `, log.${columns}`} FROM review_log AS log
    WHERE log.at >= ${add(since)}::timestamptz AND ${QUEUE_EFFECTS[turn]})`,
});

export type FilterName = Exclude<keyof VerificationFilter, "sort">;

export const CONDITIONS: { [name in FilterName]: Condition<VerificationFilter[name]> } = {
  status: place("status"),
  documents_status: place("documents_status"),
  severity: {
    of: "facets",
    sql: (severities, parameters) => anyOf("severity", severities, parameters),
    fits: (severities, facets) => (facets.severities & bitsOf(severities)) !== 0,
  },
  without_severity: {
    of: "facets",
    sql: (severities, parameters) => `NOT (${anyOf("severity", severities, parameters)})`,
    fits: (severities, facets) => (facets.severities & bitsOf(severities)) === 0,
  },
  findings_source: {
    of: "facets",
    sql: (sources, parameters) => anyOf("findings_source", sources, parameters),
    fits: (sources, { source }) => source !== null && sources.includes(source),
  },
  has_item_error: { of: "facets", sql: () => "terms @> '{in_error}'", fits: (_, facets) => facets.in_error },
  item_error: term("item_error", (_, facets) => facets.in_error),
  item_type: term("item_type", (types, facets) => facets.in_error || !types.every(isOutcomeType)),
  label: term("label"),
  account: term("account"),
  held: { of: "summaries", sql: () => `l.verification_id IN (${FILES_ON_HOLD})` },
  tag: {
    of: "summaries",
    sql: (tag, parameters, { rule }) => (hasHidden(tag, rule) ? "false" : anyOf("tag", [tag], parameters)),
  },
  q: { of: "summaries", sql: (q, parameters, { text, rule }) => textCondition(q, text, rule, parameters) },
  documents_status_days: {
    of: "summaries",
    sql: (days, { add }) => `documents_status_at < now() - ${add(days)}::int * ${DAY}`,
  },
  lookup: {
    of: "summaries",
    sql: (outcomes, { add }) => exists("verification_people", `outcome = ANY (${add(outcomes)}::text[])`),
  },
  created_from: { of: "times", sql: (from, { add }, _, { created }) => `${created} >= ${add(from)}::timestamptz` },
  created_to: {
    of: "times",
    sql: (to, { add }, _, { created }) => before(created, `${add(endOfRange(to))}::timestamptz`),
  },
  changed_since: { of: "times", sql: (since, { add }, _, { active }) => `${active} >= ${add(since)}::timestamptz` },
  quiet_days: {
    of: "times",
    sql: (days, { add }, _, { active }) => before(active, `now() - ${add(days)}::int * ${DAY}`),
  },
  review: {
    of: "reviews",
    sql: (asked, { add }) => {
      const states = asked.filter((state) => state !== "none");
      // With an array of one state PostgreSQL 18 does not use the order of an index.
      return states.length > 0 ? `(${states.map((state) => `state = ${add(state)}`).join(" OR ")})` : WITH_STATE;
    },
  },
  assignee: {
    of: "reviews",
    sql: (asked, { add }, { userId }) => {
      const users = asked.filter((one) => one !== "none").map((one) => (one === "me" ? userId : one));
      const some = users.length > 0 ? [`assignee = ANY (${add(users)}::uuid[])`] : [];
      return `(${[...some, ...(asked.includes("none") ? ["assignee IS NULL"] : [])].join(" OR ")})`;
    },
  },
  reason: { of: "reviews", sql: (asked, { add }) => reasonCondition(asked, add) },
  due: {
    of: "reviews",
    sql: (asked) => `state = 'open' AND (${asked.map((one) => DUE_SQL[one]).join(" OR ")})`,
  },
  figure: {
    of: "summaries",
    sql: (figures, parameters, { timeZone }) => {
      const files = figures
        .map(readFigure)
        .filter((figure): figure is Figure => figure !== null)
        .map((figure) => filesOf(figure, periodOf(figure.from, figure.to, timeZone), parameters));
      return `l.verification_id IN (${files.join(" UNION ALL ")})`;
    },
  },
  document_dates: {
    of: "summaries",
    sql: (states, { add }, { timeZone }) => {
      const today = add(todayIn(timeZone));
      return withDates(states.map((state) => `${state} @> ${today}::date`).join(" OR "));
    },
  },
  due_dates: {
    of: "summaries",
    sql: (asked, { add }, { timeZone }) => {
      const due = dueDatesOn(`${add(todayIn(timeZone))}::date`);
      return withDates(asked.map((one) => due[one]).join(" OR "));
    },
  },
  checked_before: {
    of: "summaries",
    sql: (before, { add }) =>
      withDates(`${IN_RELATION} AND (checked_at IS NULL OR checked_at < ${add(before)}::timestamptz)`),
  },
  returned_since: turned("", "returned"),
  handed_since: turned("assignee", "handed"),
};

/** Cheap, since there are few holds in force (`MAX_HOLDS`). */
const FILES_ON_HOLD = `
  SELECT verification_id FROM legal_holds WHERE ended_at IS NULL AND verification_id IS NOT NULL
  UNION ALL
  SELECT linked.verification_id FROM legal_hold_files AS linked JOIN legal_holds AS held ON held.id = linked.hold_id
  WHERE held.ended_at IS NULL`;

/** The condition of the partial indexes of reviews. */
export const WITH_STATE = "state IS NOT NULL";

const DAY_OF_POLICY = `date_trunc('day', now(), ${TIME_ZONE_OF_POLICY})`;

const DUE_SQL: Record<DueFilter, string> = {
  overdue: "due_at <= now()",
  today: `due_at >= ${DAY_OF_POLICY} AND due_at < ${DAY_OF_POLICY} + interval '1 day'`,
  week: `due_at >= ${DAY_OF_POLICY} AND due_at < ${DAY_OF_POLICY} + interval '7 days'`,
};

/** As a value, by which PostgreSQL knows how few files are due; for an expression it would expect a third of all. */
const todayIn = (timeZone: string): string => dateIn(instantFromMs(Date.now()), timeZone);

const IN_RELATION = "relation_since IS NOT NULL AND relation_until IS NULL";

const withDates = (condition: string): string =>
  `l.verification_id IN (SELECT verification_id FROM file_dates WHERE ${condition})`;

/** SQL by the expression of a day. Files that were late when the rule began are a backlog, and never overdue. */
const dueDatesOn = (today: string): Record<DueDatesFilter, string> => {
  const inMonth = (after: string) => {
    const from = `date_trunc('month', ${today}) + interval '${after}'`;
    return `due_on >= ${from} AND due_on < ${from} + interval '1 month'`;
  };
  return {
    now: `due_from <= ${today}`,
    month: inMonth("0 months"),
    next_month: inMonth("1 month"),
    overdue: `due_on < ${today} AND NOT backlog`,
  };
};

/** By the day of the policy's zone, of which the days of `file_dates` are. */
export const DUE_DATES_SQL = dueDatesOn(`(now() AT TIME ZONE ${TIME_ZONE_OF_POLICY})::date`);

function reasonCondition(asked: readonly ReasonFilter[], add: Parameters["add"]): string {
  const [left, ...others] = REASON_FILTERS.filter((one) => !asked.includes(one));
  // The same form as the condition of the index `reviews_next`.
  if (left !== undefined && left !== "none" && others.length === 0) return `reasons <> '{${left}}'`;
  const named = asked.filter((one) => one !== "none");
  const some = named.length > 0 ? [`reasons && ${add(named)}::text[]`] : [];
  return `(${[...some, ...(named.length < asked.length ? ["reasons = '{}'"] : [])].join(" OR ")})`;
}

export function exists(table: string, ...conditions: string[]): string {
  const all = ["its.verification_id = l.verification_id", ...conditions];
  return `EXISTS (SELECT FROM ${table} AS its WHERE ${all.join(" AND ")})`;
}
