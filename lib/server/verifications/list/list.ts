import { hash } from "node:crypto";
import { type Counted, PAGE_ROWS, type RowsAsked } from "#lib/contract/pages.ts";
import type { VerificationList, VerificationRows } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { type Database, database, type Pooled } from "#lib/server/db/database.ts";
import { countedTo, type Parameters, pageOf, parameters, where } from "#lib/server/db/list-query.ts";
import { listLosses } from "#lib/server/outages/outages.ts";
import { incompleteParts } from "#lib/server/verifications/incomplete.ts";
import { newestReadings } from "#lib/server/verifications/newest-reading.ts";
import { noReview, readReviews } from "#lib/server/verifications/review.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "#lib/server/verifications/summary.ts";
import {
  type Asked,
  ask,
  asksReviewsAlone,
  conditionsOf,
  facetsOf,
  isIndexed,
  ofReview,
  timesOfList,
} from "./asked.ts";
import { isEverything, leastOf } from "./facets.ts";
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

/** Beyond this the total is 'at least': counting a million rows would cost more than the page (design §9). */
export const EXACT_TOTAL = 10_000;

/**
 * How many rows are collected and sorted at most, and how many are looked at along the order, before the next bounds are
 * tried. The first decide nearly every page; the second are for values at the far end of an order.
 */
const BOUNDS: readonly { collected: number; steps: number }[] = [
  { collected: EXACT_TOTAL, steps: 20_000 },
  { collected: 400_000, steps: Number.MAX_SAFE_INTEGER },
];

type Pool = Database["pool"];
/** `userId` is whose the reviews of `assignee=me` are. */
type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number; userId?: string | null };

/** `decided`: which rows say all that the filter asks: of `reviews`, by due time, of the list, or only the summaries. */
type Page = Asked & {
  decided: "reviews" | "list" | "summaries";
  order: Order;
  position: Position | null;
  limit: number;
  /** The files whose rows are wanted, up to the position: not a page that begins there. */
  ids?: readonly string[];
};
type PageRow = SummaryRow & Position;
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

async function pageFor(pool: Pool, { filter, userId = null, cursor, limit = PAGE_ROWS }: Input): Promise<Page> {
  const ofReviews = filter.sort.endsWith("due") && asksReviewsAlone(filter);
  const decided = ofReviews ? "reviews" : isIndexed(filter) ? "list" : "summaries";
  const order = orderOf(filter.sort, ofReviews);
  return { ...(await ask(pool, filter, userId)), decided, order, position: positionOf(cursor, order), limit };
}

/** A page of verifications by keyset, and how many there are in all: exact to 10,000. */
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
  { ids, until, total, ...input }: Pick<Input, "filter" | "userId"> & RowsAsked,
  { pool }: Pooled = database(),
): Promise<VerificationRows> {
  const page = await pageFor(pool, { ...input, cursor: until, limit: ids.length });
  const { rows } = await collectAndSort(pool, { ...page, ids }, ids.length);
  const counted = total || rows.length < ids.length ? await count(pool, page, EXACT_TOTAL + 1) : null;
  return {
    ...(await asShown(pool, page.order, rows)),
    total: counted === null ? null : countedTo(EXACT_TOTAL, counted),
  };
}

async function asShown(pool: Pool, order: Order, rows: readonly PageRow[]) {
  const ids = rows.map((row) => row.verification_id);
  const [losses, reviews] = await Promise.all([listLosses(pool), readReviews(pool, ids)]);
  const readings = losses.length > 0 ? await newestReadings(pool, ids) : new Map<string, never>();
  return {
    items: rows.map(({ stretch, page_values, contradictions, ...row }) => ({
      ...summaryFromRow(row),
      possibly_incomplete: incompleteParts(contradictions, losses, row, readings.get(row.verification_id) ?? null),
      review: reviews.get(row.verification_id) ?? noReview(),
      place: placeOf(order, { stretch, page_values, verification_id: row.verification_id }),
    })),
    outages: hash("sha256", JSON.stringify(losses), "base64url").slice(0, 8),
  };
}

/** How many verifications a filter has, counted to `most` of them; in the order of `due` reviews may say it. */
export async function countVerifications(
  { filter, userId }: Pick<Input, "filter" | "userId">,
  most: number,
  { pool }: Pooled = database(),
): Promise<number> {
  return count(pool, await pageFor(pool, { filter: { ...filter, sort: "due" }, userId }), most);
}

/**
 * Conditions on reviews alone are counted and found in the indexes of reviews, which are in the order of `due`; conditions
 * on facets and times in the indexes of the narrow rows.
 *
 * For other conditions, few rows are collected by their indexes and sorted. With many rows the order is scanned and each row
 * filtered until the page is full, which is soon where one row in a hundred matches.
 */
async function findPage(pool: Pool, page: Page, bounds: typeof BOUNDS) {
  let total: Counted | undefined;
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
  throw new Error("the last bounds find every page");
}

/** The source of a filter's rows, and the remaining conditions on it. */
function asked(page: Page, paging: Parameters): [rows: string, conditions: string[]] {
  const own = page.ids ? [`l.verification_id = ANY (${paging.add(page.ids)}::text[])`] : [];
  if (page.decided === "reviews") return ["reviews", [...own, ...ofReview(page, paging)]];
  if (page.decided === "list") return ["verification_list", [...own, ...narrowed(page, paging)]];
  return ["ordered_summaries", [...own, ...conditionsOf(page, paging)]];
}

/** How many fit, counted to `most` of them. */
async function count(pool: Pool, page: Page, most: number): Promise<number> {
  const counting = parameters();
  const [source, conditions] = asked(page, counting);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM (SELECT FROM ${source} AS l ${where(conditions)} LIMIT ${most}) AS bounded`,
    counting.values,
  );
  return rows[0]?.count ?? 0;
}

const COLUMNS = SUMMARY_COLUMNS.map((name) => `s.${name}`).join(", ");

/** The matching facets; for a stretch by place only the place's. */
const facetsAt = ({ filter, order: { places } }: Page, place: number | undefined) =>
  facetsOf(filter).filter((facets) => places === undefined || place === undefined || facets[places] === place);

/** The conditions on a row of the list by facets and times; `place` is that of a stretch. */
function narrowed(page: Page, paging: Parameters, place?: number): string[] {
  const { filter, text } = page;
  const here = facetsAt(page, place);
  const rest = [
    ...leastOf(facetsOf(filter)),
    ...timesOfList(filter, paging),
    ...(text.created ? [madeBetween("l.by_creation", text.created, paging)] : []),
  ];
  if (isEverything(here)) return rest;
  const codes = `(${paging.add(here.map(({ code }) => code))}::int[])`;
  // Without any row at a place the whole order would be passed in vain.
  const some = `EXISTS (SELECT FROM verification_list AS here WHERE here.facets = ANY ${codes})`;
  return [`l.facets = ANY ${codes}`, ...(place === undefined ? [] : [some]), ...rest];
}

/** How many fit, to one more than `most`, and a page of them where it is no more. */
async function collectAndSort(pool: Pool, page: Page, most: number): Promise<{ count: number; rows: PageRow[] }> {
  const { order, position, limit, ids } = page;
  const paging = parameters();
  const [rowsOf, conditions] = asked(page, paging);
  const inOrder = `stretch, ${orderBy(order)}`;
  const rest = position
    ? [
        `${ids ? "NOT " : ""}(stretch > ${position.stretch}
          OR stretch = ${position.stretch} AND ${after(order, position, paging)})`,
      ]
    : [];
  const { rows } = await pool.query<{ count: number } & Nullable<PageRow>>(
    `WITH found AS MATERIALIZED (
       SELECT ${order.collected ?? keysOf(order)} FROM ${rowsOf} AS l ${where(conditions)} LIMIT ${most + 1}
     ), counted AS MATERIALIZED (SELECT count(*) FROM found)
     SELECT counted.count, page.* FROM counted LEFT JOIN LATERAL (
       SELECT ${COLUMNS}, stretch, ${valuesOf(order)} AS page_values FROM (
         SELECT * FROM (
           SELECT *, ${stretchOf(order)} AS stretch FROM ${order.among?.("found") ?? "found"} AS l
         ) AS l ${where([`counted.count <= ${most}`, ...rest])} ORDER BY ${inOrder} LIMIT ${limit}
       ) AS l JOIN verification_summaries AS s USING (verification_id) ORDER BY ${inOrder}
     ) AS page ON true`,
    paging.values,
  );
  return { count: rows[0]?.count ?? 0, rows: rows.filter(isFound).map(({ count: _, ...row }) => row) };
}

const isFound = <Row extends Nullable<PageRow>>(row: Row): row is Row & PageRow => row.verification_id !== null;

/**
 * A page along the order; null where `steps` rows of a stretch, after the residual filter, do not fill it: the last of
 * them comes along, whether it fits or not. Without its LIMIT the count of steps would be planned for all of them.
 */
async function orderedScan(pool: Pool, page: Page, steps = Number.MAX_SAFE_INTEGER): Promise<PageRow[] | null> {
  const { decided, order, position, limit } = page;
  const found: PageRow[] = [];
  for (const [stretch, { place }] of order.stretches.entries()) {
    if ((position && stretch < position.stretch) || facetsAt(page, place).length === 0) continue;
    const paging = parameters();
    const most = limit - found.length;
    const inOrder = orderBy(within(order, stretch));
    const along = alongStretch(page, stretch, decided === "summaries" ? steps : most, paging);
    const residual = ["s.verification_id = l.verification_id", ...conditionsOf(page, paging)];
    const { rows } = await pool.query<Nullable<PageRow> & { is_last: boolean }>(
      `SELECT s.*, ${stretch} AS stretch, ${valuesOf(order)} AS page_values, step = ${steps} AS is_last FROM (
         SELECT *, row_number() OVER (ORDER BY ${inOrder}) AS step FROM (${along}) AS l LIMIT ${steps}
       ) AS l LEFT JOIN LATERAL (
         SELECT ${COLUMNS} FROM verification_summaries AS s ${where(residual)} OFFSET 0
       ) AS s ON true
       WHERE s.verification_id IS NOT NULL OR step = ${steps} ORDER BY ${inOrder} LIMIT ${most}`,
      paging.values,
    );
    found.push(...rows.filter(isFound).map(({ is_last: _, ...row }) => row));
    if (found.length === limit) return found;
    if (rows.at(-1)?.is_last) return null;
  }
  return found;
}

/**
 * The first `most` rows of a stretch, in its order. In an order by time the runs of all facets are merged where they and
 * times say all, so that none that does not fit is passed.
 */
function alongStretch(page: Page, stretch: number, most: number, paging: Parameters): string {
  const { filter, decided, order, position } = page;
  const { condition = "true", place, source } = order.stretches[stretch] ?? {};
  const here = within(order, stretch);
  const begin = position?.stretch === stretch ? [after(here, position, paging)] : [];
  // Of two lower bounds PostgreSQL may start at the wrong one, so the place implied by the last row is left out. A
  // bound implied by the source or the facets would lower the planner's estimate.
  const implied = (source ?? place) !== undefined || (begin.length > 0 && stretch === 0 && order.direction === "ASC");
  const own = implied ? begin : [condition, ...begin];
  const first = (conditions: readonly string[]) =>
    `SELECT ${keysOf(order)} FROM ${source ?? "verification_list"} AS l
     ${where([...own, ...conditions])} ORDER BY ${orderBy(here)} LIMIT ${most}`;
  if (decided === "reviews") return first(ofReview(page, paging));
  const facets = facetsAt(page, place);
  if (decided === "summaries" || !isByTime(here) || isEverything(facets)) return first(narrowed(page, paging, place));
  const runs = paging.add(facets.map(({ code }) => code));
  return `SELECT l.* FROM unnest(${runs}::int[]) AS run(facets) CROSS JOIN LATERAL (
      ${first(["l.facets = run.facets", ...timesOfList(filter, paging)])}
    ) AS l ORDER BY ${orderBy(here)} LIMIT ${most}`;
}
