import { hash } from "node:crypto";
import type { VerificationList, VerificationRows } from "#lib/core/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { listLosses } from "#lib/core/server/outages/outages.ts";
import { incompleteParts } from "#lib/core/server/verifications/incomplete.ts";
import { newestReadings } from "#lib/core/server/verifications/newest-reading.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "#lib/core/server/verifications/summary.ts";
import { noReview, readReviews } from "#lib/desk/server/review-log/reviews.ts";
import { type ListCount, PAGE_ROWS, type RowsRequest } from "#lib/platform/contract/pages.ts";
import { type Database, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { countedTo, type Parameters, pageOf, parameters, where } from "#lib/platform/server/db/list-query.ts";
import { readListedDates } from "#lib/statements/server/dates.ts";
import { isEverything, lowerBoundOf } from "./facets.ts";
import {
  conditionsOf,
  type FilterQuery,
  facetsOf,
  hasOnlyReviewConditions,
  isIndexed,
  queryOf,
  reviewConditionsOf,
  timesOfList,
} from "./filter-query.ts";
import {
  after,
  cursorOf,
  isByTime,
  keysOf,
  type Order,
  orderBy,
  orderOf,
  type Position,
  placeOf,
  positionOf,
  stretchOf,
  valuesOf,
  within,
} from "./order.ts";
import { madeBetween } from "./text.ts";

/** Larger totals are 'at least': counting a million rows would cost more than the page (design §9). */
export const EXACT_TOTAL = 10_000;

/**
 * Maximum of rows that are collected and sorted, and of rows scanned along the order, before the next bounds are tried.
 * The first bounds suffice for nearly every page; the second are for matches at the far end of an order.
 */
const BOUNDS: readonly { collected: number; steps: number }[] = [
  { collected: EXACT_TOTAL, steps: 20_000 },
  { collected: 400_000, steps: Number.MAX_SAFE_INTEGER },
];

type Pool = Database["pool"];
/** `userId` is the user of `assignee=me`. */
type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number; userId?: string | null };

/** `decided`: the rows that decide the filter: `reviews` in the order of `due`, `verification_list`, or only summaries. */
type PageQuery = FilterQuery & {
  decided: "reviews" | "list" | "summaries";
  order: Order;
  position: Position | null;
  limit: number;
  /** Selects the rows of these files up to the position, instead of the page after it. */
  ids?: readonly string[];
};
type PageRow = SummaryRow & Position;
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

async function pageFor(pool: Pool, { filter, userId = null, cursor, limit = PAGE_ROWS }: Input): Promise<PageQuery> {
  const ofReviews = filter.sort.endsWith("due") && hasOnlyReviewConditions(filter);
  const decided = ofReviews ? "reviews" : isIndexed(filter) ? "list" : "summaries";
  const order = orderOf(filter.sort, ofReviews);
  return { ...(await queryOf(pool, filter, userId)), decided, order, position: positionOf(cursor, order), limit };
}

/** A page of verifications by keyset, and the total, exact to 10,000. */
export async function listVerifications(
  input: Input,
  { pool }: Pooled = database(),
  bounds = BOUNDS,
): Promise<VerificationList> {
  const page = await pageFor(pool, input);
  const { order, limit } = page;
  const found = await findPage(pool, { ...page, limit: limit + 1 }, bounds);
  const { rows, last } = pageOf(found.rows, limit);
  return {
    ...(await asShown(pool, order, rows)),
    next_cursor: last ? cursorOf(order, last) : null,
    total: found.total,
  };
}

export async function listRows(
  { ids, until, total, ...input }: Pick<Input, "filter" | "userId"> & RowsRequest,
  { pool }: Pooled = database(),
): Promise<VerificationRows> {
  const whole = await pageFor(pool, { ...input, limit: ids.length });
  const page = { ...whole, position: positionOf(until, whole.order, "until") };
  const { rows } = await collectAndSort(pool, { ...page, ids }, ids.length);
  const counted = total || rows.length < ids.length ? await count(pool, page, EXACT_TOTAL + 1) : null;
  return {
    ...(await asShown(pool, page.order, rows)),
    total: counted === null ? null : countedTo(EXACT_TOTAL, counted),
  };
}

async function asShown(pool: Pool, order: Order, rows: readonly PageRow[]) {
  const ids = rows.map((row) => row.verification_id);
  const [losses, reviews, dates] = await Promise.all([
    listLosses(pool),
    readReviews(pool, ids),
    readListedDates(pool, ids),
  ]);
  const readings = losses.length > 0 ? await newestReadings(pool, ids) : new Map<string, never>();
  return {
    items: rows.map(({ stretch, page_values, contradictions, ...row }) => ({
      ...summaryFromRow(row),
      possibly_incomplete: incompleteParts(contradictions, losses, row, readings.get(row.verification_id) ?? null),
      review: reviews.get(row.verification_id) ?? noReview(),
      dates: dates.get(row.verification_id) ?? null,
      place: placeOf(order, { stretch, page_values, verification_id: row.verification_id }),
    })),
    outages: hash("sha256", JSON.stringify(losses), "base64url").slice(0, 8),
  };
}

/** Counts the verifications of a filter, up to `max`. With the sort `due` filters by reviews are counted in `reviews`. */
export async function countVerifications(
  { filter, userId }: Pick<Input, "filter" | "userId">,
  max: number,
  { pool }: Pooled = database(),
): Promise<number> {
  return count(pool, await pageFor(pool, { filter: { ...filter, sort: "due" }, userId }), max);
}

/**
 * Conditions on reviews alone use the indexes of reviews, which have the order of `due`; conditions on facets and times
 * use the indexes of `verification_list`.
 *
 * For other conditions, few matches are collected by their indexes and sorted. With many matches the rows are scanned
 * in the order of the list and filtered until the page is full: soon, if one row in a hundred matches.
 */
async function findPage(pool: Pool, page: PageQuery, bounds: typeof BOUNDS) {
  let total: ListCount | undefined;
  if (page.decided !== "summaries") {
    const counted = await count(pool, page, EXACT_TOTAL + 1);
    total = countedTo(EXACT_TOTAL, counted);
    const inOrder = page.decided === "reviews" || isByTime(page.order) || counted > (bounds[0]?.collected ?? 0);
    if (counted === 0) return { total, rows: [] };
    if (inOrder) return { total, rows: (await orderedScan(pool, page)) ?? [] };
  }
  for (const { collected, steps } of bounds) {
    const found = await collectAndSort(pool, page, collected);
    total ??= countedTo(collected, found.count);
    const rows = found.count <= collected ? found.rows : await orderedScan(pool, page, steps);
    if (rows) return { total, rows };
  }
  throw new Error("the last bounds did not find the page");
}

/** The table of a filter's rows, and the conditions on it. */
function sourceOf(page: PageQuery, paging: Parameters): [rows: string, conditions: string[]] {
  const own = page.ids ? [`l.verification_id = ANY (${paging.add(page.ids)}::text[])`] : [];
  if (page.decided === "reviews") return ["reviews", [...own, ...reviewConditionsOf(page, paging)]];
  if (page.decided === "list") return ["verification_list", [...own, ...narrowed(page, paging)]];
  return ["ordered_summaries", [...own, ...conditionsOf(page, paging)]];
}

/** Number of matches, up to `max`. */
async function count(pool: Pool, page: PageQuery, max: number): Promise<number> {
  const counting = parameters();
  const [source, conditions] = sourceOf(page, counting);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM (SELECT FROM ${source} AS l ${where(conditions)} LIMIT ${max}) AS bounded`,
    counting.values,
  );
  return rows[0]?.count ?? 0;
}

const COLUMNS = SUMMARY_COLUMNS.map((name) => `s.${name}`).join(", ");

/** The matching facets; for a stretch by place only those of the place. */
const facetsAt = ({ filter, order: { places } }: PageQuery, place: number | undefined) =>
  facetsOf(filter).filter((facets) => places === undefined || place === undefined || facets[places] === place);

/** The conditions by facets and times on a row of `verification_list`; `place` is the place of a stretch. */
function narrowed(page: PageQuery, paging: Parameters, place?: number): string[] {
  const { filter, text } = page;
  const here = facetsAt(page, place);
  const rest = [
    ...lowerBoundOf(facetsOf(filter)),
    ...timesOfList(filter, paging),
    ...(text.created ? [madeBetween("l.by_creation", text.created, paging)] : []),
  ];
  if (isEverything(here)) return rest;
  const codes = `(${paging.add(here.map(({ code }) => code))}::int[])`;
  // For a place without rows the scan would read the whole order: the EXISTS ends it at once.
  const some = `EXISTS (SELECT FROM verification_list AS here WHERE here.facets = ANY ${codes})`;
  return [`l.facets = ANY ${codes}`, ...(place === undefined ? [] : [some]), ...rest];
}

/** Number of matches, up to `max` + 1, and, if there are at max `max`, a page of them. */
async function collectAndSort(pool: Pool, page: PageQuery, max: number): Promise<{ count: number; rows: PageRow[] }> {
  const { order, position, limit, ids } = page;
  const paging = parameters();
  const [rowsOf, conditions] = sourceOf(page, paging);
  const inOrder = `stretch, ${orderBy(order)}`;
  const rest = position
    ? [
        `${ids ? "NOT " : ""}(stretch > ${position.stretch}
          OR stretch = ${position.stretch} AND ${after(order, position, paging)})`,
      ]
    : [];
  const { rows } = await pool.query<{ count: number } & Nullable<PageRow>>(
    `WITH found AS MATERIALIZED (
       SELECT ${order.collected ?? keysOf(order)} FROM ${rowsOf} AS l ${where(conditions)} LIMIT ${max + 1}
     ), counted AS MATERIALIZED (SELECT count(*) FROM found)
     SELECT counted.count, page.* FROM counted LEFT JOIN LATERAL (
       SELECT ${COLUMNS}, stretch, ${valuesOf(order)} AS page_values FROM (
         SELECT * FROM (
           SELECT *, ${stretchOf(order)} AS stretch FROM ${order.among?.("found") ?? "found"} AS l
         ) AS l ${where([`counted.count <= ${max}`, ...rest])} ORDER BY ${inOrder} LIMIT ${limit}
       ) AS l JOIN verification_summaries AS s USING (verification_id) ORDER BY ${inOrder}
     ) AS page ON true`,
    paging.values,
  );
  return { count: rows[0]?.count ?? 0, rows: rows.filter(isFound).map(({ count: _, ...row }) => row) };
}

const isFound = <Row extends Nullable<PageRow>>(row: Row): row is Row & PageRow => row.verification_id !== null;

/**
 * A page by a scan along the order; null if `steps` rows of a stretch do not fill it. The last of these rows is always
 * returned, with `is_last`. Without the inner LIMIT PostgreSQL would plan the scan for all rows.
 */
async function orderedScan(pool: Pool, page: PageQuery, steps = Number.MAX_SAFE_INTEGER): Promise<PageRow[] | null> {
  const { decided, order, position, limit } = page;
  const found: PageRow[] = [];
  for (const [stretch, { place }] of order.stretches.entries()) {
    if ((position && stretch < position.stretch) || facetsAt(page, place).length === 0) continue;
    const paging = parameters();
    const max = limit - found.length;
    const inOrder = orderBy(within(order, stretch));
    const along = alongStretch(page, stretch, decided === "summaries" ? steps : max, paging);
    const residual = ["s.verification_id = l.verification_id", ...conditionsOf(page, paging)];
    const { rows } = await pool.query<Nullable<PageRow> & { is_last: boolean }>(
      `SELECT s.*, ${stretch} AS stretch, ${valuesOf(order)} AS page_values, step = ${steps} AS is_last FROM (
         SELECT *, row_number() OVER (ORDER BY ${inOrder}) AS step FROM (${along}) AS l LIMIT ${steps}
       ) AS l LEFT JOIN LATERAL (
         SELECT ${COLUMNS} FROM verification_summaries AS s ${where(residual)} OFFSET 0
       ) AS s ON true
       WHERE s.verification_id IS NOT NULL OR step = ${steps} ORDER BY ${inOrder} LIMIT ${max}`,
      paging.values,
    );
    found.push(...rows.filter(isFound).map(({ is_last: _, ...row }) => row));
    if (found.length === limit) return found;
    if (rows.at(-1)?.is_last) return null;
  }
  return found;
}

/**
 * The first `max` rows of a stretch, in its order. In an order by time, filters by facets and times merge the index
 * ranges of the matching facets, so that only matches are read.
 */
function alongStretch(page: PageQuery, stretch: number, max: number, paging: Parameters): string {
  const { filter, decided, order, position } = page;
  const { condition = "true", place, source } = order.stretches[stretch] ?? {};
  const here = within(order, stretch);
  const begin = position?.stretch === stretch ? [after(here, position, paging)] : [];
  // With two lower bounds PostgreSQL may start at the wrong one, so the bound that the last row implies is left out. A
  // bound implied by the source or the facets would lower the planner's estimate.
  const implied = (source ?? place) !== undefined || (begin.length > 0 && stretch === 0 && order.direction === "ASC");
  const own = implied ? begin : [condition, ...begin];
  const first = (conditions: readonly string[]) =>
    `SELECT ${keysOf(order)} FROM ${source ?? "verification_list"} AS l
     ${where([...own, ...conditions])} ORDER BY ${orderBy(here)} LIMIT ${max}`;
  if (decided === "reviews") return first(reviewConditionsOf(page, paging));
  const facets = facetsAt(page, place);
  if (decided === "summaries" || !isByTime(here) || isEverything(facets)) return first(narrowed(page, paging, place));
  const runs = paging.add(facets.map(({ code }) => code));
  return `SELECT l.* FROM unnest(${runs}::int[]) AS run(facets) CROSS JOIN LATERAL (
      ${first(["l.facets = run.facets", ...timesOfList(filter, paging)])}
    ) AS l ORDER BY ${orderBy(here)} LIMIT ${max}`;
}
