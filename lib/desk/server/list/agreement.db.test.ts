import fc from "fast-check";
import { expect, it } from "vitest";
import { withRows } from "#lib/core/browser/live-rows.ts";
import type { Reason, ReviewState } from "#lib/core/contract/verifications/review.ts";
import { REVIEW_STATES } from "#lib/core/contract/verifications/review-codes.ts";
import {
  DOCUMENTS_STATUSES,
  FINDINGS_SOURCES,
  SEVERITIES,
  VERIFICATION_STATUSES,
  type VerificationSummary,
} from "#lib/core/contract/verifications/verification.ts";
import {
  DOCUMENT_DATES,
  type DocumentDatesFilter,
  DUE_DATES,
  DUE_FILTERS,
  REASON_FILTERS,
  REVIEW_FILTERS,
  type ReasonFilter,
  type SortKey,
  VERIFICATION_FILTER,
  VERIFICATION_SORTS,
  type VerificationFilter,
} from "#lib/core/contract/verifications/verification-filter.ts";
import { addMs, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn, startOfDay } from "#lib/platform/contract/working-time.ts";
import { examples } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { listRows, listVerifications } from "./list.ts";

const database = await ownDatabase();
const TABLES = [
  ...["verification_summaries", "verification_list", "verification_people", "reviews"],
  ...["legal_holds", "legal_hold_files", "file_dates"],
];
const empty = () => database.pool.query(`TRUNCATE ${TABLES.join(", ")}`);

/** Far from the bounds of 'today', so that the hour of the test does not matter. */
const DATES = {
  none: null,
  expired: { expired: "{[2020-01-01,)}", due_from: "2020-01-01", due_on: "2019-12-31", backlog: false },
  late_at_start: { expired: "{[2020-01-01,)}", due_from: "2020-01-01", due_on: "2020-01-02", backlog: true },
  later: { expires_soon: "{[2020-01-01,2099-01-01)}", due_from: "2099-01-01", due_on: "2099-01-01", backlog: false },
  unknown: { unknown: "{(,)}", due_from: null, due_on: null, backlog: false },
  over: { too_old: "{[2020-01-01,2021-01-01)}", unknown: "{(,)}", due_from: null, due_on: null, backlog: false },
} as const;
type Dates = { [Field in "due_from" | "due_on"]: string | null } & { backlog: boolean } & Partial<
    Record<DocumentDatesFilter, string>
  >;
const datesOf = ({ dates }: Row): Dates | null => DATES[dates];
/** The days of the last check of an open relationship; null without one. */
const RELATIONS = { none: null, never: "never", early: "2025-06-01", late: "2026-06-01" } as const;

const SINCE = { none: null, never: "2021-01-01", early: "2020-01-01", late: "2021-01-01" } as const;

const insertDates = (rows: readonly Row[]) =>
  database.pool.query(
    `INSERT INTO file_dates (verification_id, expired, too_old, expires_soon, unknown, causes, due_from, due_on, backlog, relation_since, checked_at, next_check_on)
     SELECT verification_id, COALESCE(expired, '{}'), COALESCE(too_old, '{}'), COALESCE(expires_soon, '{}'), COALESCE(unknown, '{}'),
       '[]', due_from, due_on, COALESCE(backlog, false), since, CASE WHEN checked NOT IN ('', 'never') THEN checked::timestamptz END,
       CASE WHEN checked NOT IN ('', 'never') THEN checked::date + 100 END
     FROM json_to_recordset($1::json) AS given(verification_id text, expired datemultirange, too_old datemultirange,
       expires_soon datemultirange, unknown datemultirange, due_from date, due_on date, backlog boolean, checked text, since date)`,
    [
      JSON.stringify(
        rows.flatMap((row) => {
          const [dates, checked] = [datesOf(row), RELATIONS[row.relation]];
          return dates || checked
            ? [{ ...dates, verification_id: row.verification_id, checked: checked ?? "", since: SINCE[row.relation] }]
            : [];
        }),
      ),
    ],
  );

/** The states that hold today, of which the first bound is always passed and the last never. */
const statesToday = (row: Row) =>
  Object.entries(datesOf(row) ?? {}).flatMap(([state, range]) =>
    typeof range === "string" && range.startsWith("{") && !range.includes("2021") ? [state] : [],
  );

const DAY = 86_400_000;
const NOW = Date.now();
/** Half a day off whole days, so that 'quiet for n days' does not change during the test. */
const daysAgo = (days: number) => instantFromMs(Math.floor(NOW / DAY) * DAY - days * DAY);
const activeDaysAgo = (days: number) => instantFromMs(NOW - days * DAY - DAY / 2);
const dateOf = (days: number) => daysAgo(days).slice(0, 10);

const STATUSES = [...VERIFICATION_STATUSES, "paused", "on_hold"];
const DOCUMENTS = [...DOCUMENTS_STATUSES, "archived"];
const LABELS = ["vip", "risk", "x".repeat(300)];
const ERRORS = ["password_protected_pdf", "An unexpected failure, 100% opaque"];
const TYPES = ["csf_mx", "corrupted_file"];
const TAGS = ["EXP-1", "EXP-2", "exp_2", "Ñandú", ""];
const TITLES = ["Maderas del Sur, S.A. de C.V.", "Ana Núñez", "EXP-9 & Hijos"];
const TAX_IDS = ["MSU110313AB1", "NUAA800101AB1"];
const ACCOUNTS = ["Maderas del Sur", "CAFÉ 100%"];
/** Longer than the part in the indexes. */
const LONG = `${"largo ".repeat(40)}hasta el final`;
/** Mostly one of these values, rarely a long text. */
const oneOf = (values: string[]) =>
  fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.constant(LONG) });
const NEEDLES = [
  "el final",
  "exp",
  "EXP-",
  "é",
  "ver_00",
  "_2",
  "%",
  "\\",
  "ma",
  "del sur",
  "ñandú",
  "1",
  "nothing at all",
  "sur maderas",
  "exp. 2",
  "s.a. DE cv",
  "nunez ana",
  "ñandu",
  "msu1103",
  "exp hijos",
  ".,",
];

const [ANA, RAUL] = ["01234567-89ab-4cde-8f01-23456789abcd", "11234567-89ab-4cde-8f01-23456789abcd"];
const TIME_ZONE = "America/Mexico_City";
const TODAY = startOfDay(dateIn(instantFromMs(NOW), TIME_ZONE), TIME_ZONE);
/** Days from the beginning of today, far enough from all bounds that the time of the test does not matter. */
const DUE = { passed: -40, today: 0.5, week: 3.5, later: 40 };
type Review = {
  state: ReviewState;
  assignee: string | null;
  reasons: Reason[];
  due: keyof typeof DUE | null;
  overdue: boolean;
  gravest: number;
};
const reviews: fc.Arbitrary<Review | null> = fc.option(
  fc.record({
    state: fc.constantFrom(...REVIEW_STATES),
    assignee: fc.option(fc.constantFrom(ANA, RAUL)),
    reasons: fc.subarray(["decision", "item", "changed"] as Reason[]),
    due: fc.option(fc.constantFrom(...(Object.keys(DUE) as (keyof typeof DUE)[]))),
    overdue: fc.boolean(),
    gravest: fc.integer({ min: 0, max: 3 }),
  }),
);
const dueAt = ({ due }: Review) => due && addMs(TODAY, DUE[due] * DAY);

const insertReviews = (rows: readonly Row[]) =>
  database.pool.query(
    `INSERT INTO reviews (verification_id, state, assignee, reasons, due_at, overdue, gravest, by_creation, digest, standing, bases)
     SELECT verification_id, state, assignee, reasons, due_at, overdue, gravest, COALESCE(created_at, '-infinity'), '', '{}', '[]'
     FROM json_to_recordset($1::json) AS review(verification_id text, state text, assignee uuid, reasons text[],
       due_at timestamptz, overdue boolean, gravest integer, created_at timestamptz)`,
    [
      JSON.stringify(
        rows.flatMap(({ verification_id, created_at, review }) =>
          review ? [{ ...review, verification_id, created_at, due_at: dueAt(review) }] : [],
        ),
      ),
    ],
  );

/** Holds of files, in force and ended, and a hold of a person with its files. */
const insertHolds = (rows: readonly Row[]) =>
  database.pool.query(
    `WITH placed AS (
       INSERT INTO legal_holds (id, verification_id, curp, curp_ends, reason, placed_by, ended_at)
       SELECT gen_random_uuid(), id, NULL, NULL, 'Oficio', $2::uuid, CASE WHEN hold = 'ended' THEN now() END
       FROM jsonb_to_recordset($1) AS given(id text, hold text) WHERE hold IN ('file', 'ended')
       UNION ALL SELECT $2::uuid, NULL, 'LOOA531113HTCPBN07', 'LOOA…07', 'Oficio', $2::uuid, NULL
       ON CONFLICT (id) DO NOTHING
     )
     INSERT INTO legal_hold_files (hold_id, verification_id)
     SELECT $2::uuid, id FROM jsonb_to_recordset($1) AS given(id text, hold text) WHERE hold = 'person'`,
    [JSON.stringify(rows.map(({ verification_id: id, hold }) => ({ id, hold }))), ANA],
  );

/** A person for each outcome. */
const insertPeople = (rows: readonly Row[]) =>
  database.pool.query(
    `INSERT INTO verification_people (verification_id, "position", outcome, at, texts)
     SELECT id, "position", outcome, now(), '' FROM jsonb_to_recordset($1) AS people(id text, "position" integer, outcome text)`,
    [
      JSON.stringify(
        rows.flatMap(({ verification_id: id, lookups }) =>
          lookups.map((outcome, position) => ({ id, position, outcome })),
        ),
      ),
    ],
  );

const days = fc.integer({ min: 0, max: 6 });
const rows = fc
  .array(
    fc.record({
      account_id: fc.option(fc.constantFrom("acc_1", "acc_2")),
      account_name: fc.option(oneOf(ACCOUNTS)),
      tag: fc.option(oneOf(TAGS)),
      title: fc.option(oneOf(TITLES)),
      tax_id: fc.option(fc.constantFrom(...TAX_IDS)),
      created_at: fc.option(days.map(daysAgo)),
      status: fc.option(fc.constantFrom(...STATUSES)),
      documents_status: fc.option(fc.constantFrom(...DOCUMENTS)),
      documents_status_at: fc.option(days.map(activeDaysAgo)),
      findings_high: fc.integer({ min: 0, max: 2 }),
      findings_medium: fc.integer({ min: 0, max: 2 }),
      findings_low: fc.integer({ min: 0, max: 2 }),
      findings_source: fc.option(fc.constantFrom("final", "provisional", "odd")),
      item_errors: fc.subarray(ERRORS),
      item_types: fc.subarray(TYPES),
      /** Items that need attention without an error code. */
      without_code: fc.nat(1),
      labels: fc.subarray(LABELS),
      last_activity_at: fc.option(days.map(activeDaysAgo)),
      review: reviews,
      hold: fc.option(fc.constantFrom("file", "person", "ended")),
      lookups: fc.subarray(["found", "failed", "curp_service_unavailable"]),
      dates: fc.constantFrom(...(Object.keys(DATES) as (keyof typeof DATES)[])),
      relation: fc.constantFrom(...(Object.keys(RELATIONS) as (keyof typeof RELATIONS)[])),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) =>
    list.map(({ without_code, ...row }, index) => ({
      ...row,
      verification_id: `${index % 2 ? "ver" : "VER"}_${String(index * 7919).padStart(6, "0")}`,
      // An item of such a type needs attention by itself (`item_problem`).
      items_with_error: row.item_errors.length + without_code + Number(row.item_types.includes("corrupted_file")),
    })),
  );

/** Each filter is off in most cases: all filters together match nothing. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, none: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(none) }, { weight: 1, arbitrary });
const some = <T>(values: readonly T[]) => seldom(fc.subarray([...values], { minLength: 1 }), []);
const filters: fc.Arbitrary<Omit<VerificationFilter, "sort">> = fc.record({
  status: some(STATUSES),
  documents_status: some(DOCUMENTS),
  severity: some(SEVERITIES),
  without_severity: some(SEVERITIES),
  findings_source: some(FINDINGS_SOURCES),
  label: some(["vip", "risk", "x".repeat(200)]),
  account: some(["acc_1", "acc_2"]),
  item_error: some(ERRORS),
  item_type: some(TYPES),
  has_item_error: seldom(fc.constant(true), false),
  held: seldom(fc.constant(true), false),
  tag: seldom(fc.constantFrom("EXP-1", "exp_2"), null),
  q: seldom(fc.constantFrom(...NEEDLES), null),
  quiet_days: seldom(fc.integer({ min: 1, max: 5 }), null),
  changed_since: seldom(fc.oneof(days.map(dateOf), days.map(daysAgo)), null),
  documents_status_days: seldom(fc.integer({ min: 1, max: 5 }), null),
  lookup: some(["found", "failed", "curp_format_error"]),
  review: some(REVIEW_FILTERS),
  assignee: some(["me", "none", RAUL]),
  reason: fc.oneof(
    { weight: 8, arbitrary: some<ReasonFilter>(["item", "changed", "none"]) },
    // All reasons but one have a condition of their own.
    { weight: 1, arbitrary: fc.constant(REASON_FILTERS.filter((reason) => reason !== "item")) },
  ),
  due: some(DUE_FILTERS),
  document_dates: some(DOCUMENT_DATES),
  due_dates: some(DUE_DATES),
  checked_before: seldom(fc.constantFrom("2026-01-01", "2025-06-01T00:00:00Z"), null),
  returned_since: fc.constant(null),
  handed_since: fc.constant(null),
  figure: fc.constant([]),
  created_from: seldom(fc.oneof(days.map(dateOf), days.map(daysAgo)), null),
  created_to: seldom(fc.oneof(days.map(dateOf), days.map(daysAgo)), null),
});

/** Filters by facets and times alone, which have statements of their own. */
const indexed = filters.map(({ status, documents_status, severity, without_severity, findings_source, ...others }) => ({
  ...VERIFICATION_FILTER.empty,
  ...{ status, documents_status, severity, without_severity, findings_source },
  has_item_error: others.has_item_error,
  quiet_days: others.quiet_days,
  changed_since: others.changed_since,
  created_from: others.created_from,
}));

/** Filters by reviews alone, which also have statements of their own. */
const reviewed = filters.map(({ review, assignee, reason, due }) => ({
  ...VERIFICATION_FILTER.empty,
  ...{ review, assignee, reason, due },
}));

type Row = typeof rows extends fc.Arbitrary<(infer One)[]> ? One : never;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f.,]/g, "");

const contains = (row: Row, text: string): boolean => {
  const sought = text.toLowerCase();
  const own = ` ${[row.tag, row.title, row.tax_id].map((field) => plain(field ?? "")).join(" ")}`;
  const words = plain(text).split(/\s+/).filter(Boolean);
  const account = row.account_name?.slice(0, 201).toLowerCase() ?? "";
  return (
    row.verification_id.toLowerCase().startsWith(sought) ||
    (words.length > 0 && words.every((word) => own.includes(word.length < 3 ? ` ${word}` : word))) ||
    (row.account_name !== null && (text.length < 3 ? account.startsWith(sought) : account.includes(sought)))
  );
};

/** Whether a review matches a filter; `me` is Ana. */
function reviewFits(
  { review }: Row,
  filter: Pick<VerificationFilter, "review" | "assignee" | "reason" | "due">,
): boolean {
  const asksMore = filter.assignee.length + filter.reason.length + filter.due.length > 0;
  if (filter.review.length > 0 && !filter.review.includes(review?.state ?? "none")) return false;
  if (!review) return !asksMore;
  const at = dueAt(review);
  const isDue = {
    overdue: at !== null && at <= instantFromMs(Date.now()),
    today: review.due === "today",
    week: review.due === "today" || review.due === "week",
  };
  const whose = review.assignee === ANA ? "me" : (review.assignee ?? "none");
  return (
    (filter.assignee.length === 0 || filter.assignee.includes(whose)) &&
    (filter.reason.length === 0 ||
      filter.reason.some((reason) =>
        reason === "none" ? review.reasons.length === 0 : review.reasons.includes(reason),
      )) &&
    (filter.due.length === 0 || (review.state === "open" && filter.due.some((due) => isDue[due])))
  );
}

/** No day of the test is in this month. */
const dueToday = ({ dates }: Row): string[] =>
  dates === "expired" ? ["now", "overdue"] : dates === "late_at_start" ? ["now"] : [];

const isUnchecked = ({ relation }: Row, before: number): boolean =>
  relation === "never" || (relation !== "none" && Date.parse(RELATIONS[relation]) < before);

/** Whether a row matches a filter: a second implementation, without an index. */
function fits(row: Row, filter: Omit<VerificationFilter, "sort">): boolean {
  const among = (values: string[], value: string | null | undefined) =>
    values.length === 0 || values.includes(value ?? "absent");
  const anyOf = (values: string[], own: string[]) => values.length === 0 || values.some((value) => own.includes(value));
  const to = filter.created_to && Date.parse(filter.created_to) + (filter.created_to.length === 10 ? DAY : 0);
  const created = row.created_at ? Date.parse(row.created_at) : null;
  return (
    reviewFits(row, filter) &&
    among(filter.status, row.status) &&
    among(filter.documents_status, row.documents_status) &&
    (filter.severity.length === 0 || filter.severity.some((severity) => (row[`findings_${severity}`] ?? 0) > 0)) &&
    !filter.without_severity.some((severity) => (row[`findings_${severity}`] ?? 0) > 0) &&
    among(filter.findings_source, row.findings_source) &&
    anyOf(filter.label, row.labels) &&
    among(filter.account, row.account_id) &&
    anyOf(filter.item_error, row.item_errors) &&
    anyOf(filter.item_type, row.item_types) &&
    (!filter.has_item_error || row.items_with_error > 0) &&
    (!filter.held || row.hold === "file" || row.hold === "person") &&
    (filter.tag === null || row.tag === filter.tag) &&
    (filter.q === null || contains(row, filter.q)) &&
    (filter.quiet_days === null ||
      (!!row.last_activity_at && Date.parse(row.last_activity_at) < NOW - filter.quiet_days * DAY)) &&
    (filter.changed_since === null ||
      (!!row.last_activity_at && Date.parse(row.last_activity_at) >= Date.parse(filter.changed_since))) &&
    (filter.documents_status_days === null ||
      (row.documents_status_at !== null &&
        Date.parse(row.documents_status_at) < NOW - filter.documents_status_days * DAY)) &&
    anyOf(filter.lookup, row.lookups) &&
    anyOf(filter.document_dates, statesToday(row)) &&
    anyOf(filter.due_dates, dueToday(row)) &&
    (filter.checked_before === null || isUnchecked(row, Date.parse(filter.checked_before))) &&
    (filter.created_from === null || (created !== null && created >= Date.parse(filter.created_from))) &&
    (to === null || to === "" || (created !== null && created < to))
  );
}

const rank = (values: string[], value: string | null) =>
  value === null ? null : values.includes(value) ? values.indexOf(value) : 4;

/** The rank of an open review; other rows come last. */
const dueRank = ({ review }: Row): number =>
  review?.state === "open" ? (review.overdue ? 0 : review.due === null ? 8 : 4) + review.gravest : 12;

const dueInOrder = (one: Row, other: Row, descending: boolean): boolean => {
  const [a, b] = [dueRank(one), dueRank(other)];
  if ((a === 12) !== (b === 12)) return b === 12;
  const keys = [one, other].map((row) => [row.created_at ?? "", row.verification_id]) as [string[], string[]];
  const before = a !== b ? a < b : String(keys[0]) < String(keys[1]);
  return descending ? !before : before;
};

type DaySort = "next_date" | "relation_since" | "checked_at" | "next_check_on";
const checkedOn = ({ relation }: Row) => (relation === "never" ? null : RELATIONS[relation]);
/** The day of each order by days; the next check is always the same number of days after the last one. */
const DAY_OF: Record<DaySort, (row: Row) => string | null> = {
  next_date: (row) => datesOf(row)?.due_on ?? null,
  relation_since: ({ relation }) => SINCE[relation],
  checked_at: checkedOn,
  next_check_on: checkedOn,
};

/** Files without a day come last, by their creation. */
const daysInOrder = (sort: DaySort, one: Row, other: Row, descending: boolean): boolean => {
  const days = [one, other].map((row) => DAY_OF[sort](row) ?? "infinity") as [string, string];
  if ((days[0] === "infinity") !== (days[1] === "infinity")) return days[1] === "infinity";
  const keys = [one, other].map((row) => String([row.created_at ?? "", row.verification_id])) as [string, string];
  const before = days[0] === days[1] ? keys[0] < keys[1] : days[0] < days[1];
  return descending ? !before : before;
};

const VALUE: Record<Exclude<SortKey, "due" | DaySort>, (row: VerificationSummary) => number | string | null> = {
  last_activity_at: (row) => row.last_activity_at,
  created_at: (row) => row.created_at,
  tag: (row) => row.tag || null,
  status: (row) => rank(["finished", "pending", "pending_validation", "error"], row.status),
  documents_status: (row) => rank([...DOCUMENTS_STATUSES], row.documents_status),
  findings: ({ findings: { high, medium, low } }) => high * 1e8 + medium * 1e4 + low,
  items_with_error: (row) => row.items_with_error,
};

/** Whether two rows are in order, by code units, which is `COLLATE "C"` for these texts. */
function inOrder(one: VerificationSummary, other: VerificationSummary, sort: string, rows: readonly Row[]): boolean {
  const descending = sort.startsWith("-");
  const key = (descending ? sort.slice(1) : sort) as SortKey;
  const rowOf = ({ verification_id }: VerificationSummary) =>
    rows.find((row) => row.verification_id === verification_id) as Row;
  if (key in DAY_OF) return daysInOrder(key as DaySort, rowOf(one), rowOf(other), descending);
  if (key === "due") return dueInOrder(rowOf(one), rowOf(other), descending);
  const value = VALUE[key as keyof typeof VALUE];
  const [a, b] = [value(one), value(other)];
  if (a === null || b === null) return b === null && (a !== null || tieBroken(one, other, descending));
  if (a !== b) return descending ? a > b : a < b;
  return ["last_activity_at", "created_at", "tag"].includes(key)
    ? idsInOrder(one, other, descending)
    : tieBroken(one, other, descending, key);
}

function tieBroken(one: VerificationSummary, other: VerificationSummary, descending: boolean, key?: string): boolean {
  const [a, b] = [one.last_activity_at ?? "", other.last_activity_at ?? ""];
  if (key === undefined || a === b) return key === undefined || idsInOrder(one, other, descending);
  return descending ? a > b : a < b;
}

const idsInOrder = (one: VerificationSummary, other: VerificationSummary, descending: boolean) =>
  descending ? one.verification_id > other.verification_id : one.verification_id < other.verification_id;

it("matches a naive filter, each row once and in order, by pages of any size in any order", async () => {
  const cases = fc.record({
    rows,
    queries: fc.array(
      fc.record({
        /** Low bounds, so that the few rows of the test take the code paths of a large list. */
        bounds: fc.constantFrom(
          undefined,
          [
            { collected: 0, steps: 3 },
            { collected: 8, steps: 1_000 },
          ],
          [
            { collected: 0, steps: 9 },
            { collected: 0, steps: 1_000 },
          ],
        ),
        filter: fc.oneof(filters, indexed, reviewed),
        sort: fc.constantFrom(...VERIFICATION_SORTS),
        limit: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 12, maxLength: 12 },
    ),
  });
  let found = 0;
  await fc.assert(
    fc
      .asyncProperty(cases, async ({ rows, queries }) => {
        await insertSummaries(
          database.pool,
          rows.map(({ review: _, lookups: _lookups, hold: _hold, dates: _dates, relation: _relation, ...row }) => row),
        );
        await insertReviews(rows);
        await insertPeople(rows);
        await insertHolds(rows);
        await insertDates(rows);
        for (const { filter, sort, limit, bounds } of queries) {
          const expected = rows.filter((row) => fits(row, filter)).map((row) => row.verification_id);
          const items: VerificationSummary[] = [];
          let cursor: string | null = null;
          do {
            const input = { filter: { ...filter, sort }, cursor, limit, userId: ANA };
            const page = await listVerifications(input, database, bounds);
            if (typeof page.total === "number") expect(page.total).toBe(expected.length);
            else expect(expected.length).toBeGreaterThan(page.total.at_least);
            items.push(...page.items);
            cursor = page.next_cursor;
          } while (cursor !== null && items.length <= rows.length);
          expect(items.map((row) => row.verification_id).sort()).toEqual(expected.sort());
          for (const [index, item] of items.slice(1).entries()) {
            expect(inOrder(items[index] as VerificationSummary, item, sort, rows)).toBe(true);
          }
          found += items.length;
        }
      })
      .beforeEach(async () => {
        await empty();
      }),
    { numRuns: examples(8), endOnFailure: true },
  );
  expect(found).toBeGreaterThan(0);
});

it("puts the rows of changed files where new requests of the pages have them", async () => {
  const cases = fc.record({
    before: rows,
    after: rows,
    filter: fc.oneof(filters, indexed, reviewed),
    sort: fc.constantFrom(...VERIFICATION_SORTS),
    limit: fc.integer({ min: 1, max: 9 }),
    loaded: fc.integer({ min: 1, max: 4 }),
    changed: fc.array(fc.nat(39), { maxLength: 8 }),
  });
  const insert = async (some: readonly Row[]) => {
    await insertSummaries(
      database.pool,
      some.map(({ review: _, lookups: _lookups, hold: _hold, dates: _dates, relation: _relation, ...row }) => row),
    );
    await insertReviews(some);
    await insertPeople(some);
    await insertHolds(some);
    await insertDates(some);
  };
  await fc.assert(
    fc
      .asyncProperty(cases, async ({ before, after, filter: narrowed, sort, limit, loaded, changed }) => {
        const filter = { ...narrowed, sort };
        const pageOf = (cursor: string | null, limit: number) =>
          listVerifications({ filter, cursor, limit, userId: ANA }, database);
        await insert(before);
        const pages = [await pageOf(null, limit)];
        while (pages.length < loaded && pages.at(-1)?.next_cursor) {
          pages.push(await pageOf(pages.at(-1)?.next_cursor ?? null, limit));
        }
        // Some files change, some are new, some are erased.
        const ids = [...new Set(changed)].flatMap((index) => (after[index] ?? before[index])?.verification_id ?? []);
        if (ids.length === 0) return;
        for (const table of TABLES) {
          await database.pool.query(`DELETE FROM ${table} WHERE verification_id = ANY ($1)`, [ids]);
        }
        await insert(after.filter(({ verification_id }) => ids.includes(verification_id)));
        const until = pages.at(-1)?.next_cursor ?? null;
        const known = new Set(pages.flatMap(({ items }) => items.map(({ verification_id }) => verification_id)));
        const total = ids.some((id) => !known.has(id));
        const answer = await listRows({ filter, userId: ANA, ids, until, total }, database);
        const put = withRows({ pages, pageParams: [] }, ids, answer, sort.startsWith("-")).pages;
        const fresh = await pageOf(null, 200);
        const rest = until === null ? [] : (await pageOf(until, 200)).items;
        expect([...put.flatMap(({ items }) => items), ...rest]).toEqual(fresh.items);
        expect(put.at(-1)?.total).toBe(fresh.total);
      })
      .beforeEach(async () => {
        await empty();
      }),
    { numRuns: examples(60), endOnFailure: true },
  );
});

it("is empty without verifications", async () => {
  await empty();
  expect(await listVerifications({ filter: VERIFICATION_FILTER.empty }, database)).toEqual({
    items: [],
    next_cursor: null,
    total: 0,
    outages: expect.any(String),
  });
});
