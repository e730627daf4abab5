import { PAGE_ROWS } from "#lib/contract/pages.ts";
import type { VerificationList, VerificationTotal } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { countedTo, type Parameters, pageOf, parameters, where } from "#lib/server/db/list-query.ts";
import { listLosses } from "#lib/server/outages/outages.ts";
import { incompleteParts } from "#lib/server/verifications/incomplete.ts";
import { noReview, readReviews } from "#lib/server/verifications/review.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "#lib/server/verifications/summary.ts";
import {
  type AccountNames,
  accountNames,
  asksReviewsAlone,
  conditionsOf,
  isIndexed,
  leastOf,
  NO_NAMES,
  OF_LIST,
  OF_SUMMARY,
  ofReview,
  timesOf,
} from "./conditions.ts";
import { facetsOf, isEverything } from "./facets.ts";
import {
  after,
  cursorOf,
  isByTime,
  keysOf,
  type Order,
  orderBy,
  orderOf,
  type Position,
  positionOf,
  type Stretch,
  stretchOf,
  valuesOf,
  within,
} from "./order.ts";

/** Beyond this the total is 'at least': counting a million rows would cost more than the page (design §9). */
export const EXACT_TOTAL = 10_000;

/**
 * How many rows are collected and sorted at most, and how many are looked at along the order, before the next bounds are
 * tried. The first decide nearly every page; the second are for values at the far end of an order.
 */
type Bounds = { collected: number; steps: number };
const BOUNDS: readonly Bounds[] = [
  { collected: EXACT_TOTAL, steps: 20_000 },
  { collected: 400_000, steps: Number.MAX_SAFE_INTEGER },
];

type Pool = Database["pool"];
/** `userId` is whose the reviews of `assignee=me` are. */
type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number; userId?: string | null };
type Page = {
  filter: VerificationFilter;
  userId: string | null;
  text: AccountNames;
  order: Order;
  position: Position | null;
  limit: number;
};
type PageRow = SummaryRow & { stretch: number; page_values: string[] };

/** A page of verifications by keyset, and how many there are in all: exact to 10,000. */
export async function listVerifications(
  input: Input,
  { pool }: Pick<Database, "pool"> = database(),
  bounds = BOUNDS,
): Promise<VerificationList> {
  const { filter } = input;
  const limit = input.limit ?? PAGE_ROWS;
  const order = orderOf(filter.sort);
  const page: Page = {
    filter,
    userId: input.userId ?? null,
    text: filter.q === null ? NO_NAMES : await accountNames(pool, filter.q),
    order,
    position: positionOf(input.cursor, order),
    limit: limit + 1,
  };
  const [found, losses] = await Promise.all([findPage(pool, page, bounds), listLosses(pool)]);
  const { rows, last } = pageOf(found.rows, limit);
  const reviews = await readReviews(
    pool,
    rows.map(({ verification_id }) => verification_id),
  );
  return {
    items: rows.map(({ stretch, page_values, contradictions, ...row }) => ({
      ...summaryFromRow(row),
      possibly_incomplete: incompleteParts(contradictions, losses, row),
      review: reviews.get(row.verification_id) ?? noReview(),
    })),
    next_cursor: last
      ? cursorOf(order, { stretch: last.stretch, values: last.page_values, id: last.verification_id })
      : null,
    total: found.total,
  };
}

/** How many verifications a filter has, counted to `most` of them. */
export async function countVerifications(
  { filter, userId }: { filter: VerificationFilter; userId: string | null },
  most: number,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<number> {
  const order = orderOf(filter.sort);
  const text = filter.q === null ? NO_NAMES : await accountNames(pool, filter.q);
  const page = { filter, userId, text, order, position: null, limit: 0 };
  if (asksReviewsAlone(filter)) return countReviewed(pool, page, most);
  if (isIndexed(filter)) return countListed(pool, page, most);
  const counting = parameters();
  const conditions = [...conditionsOf(filter, text, counting, userId), ...timesOf(filter, OF_SUMMARY, counting)];
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM (SELECT FROM verification_summaries AS l ${where(conditions)} LIMIT ${most}) AS bounded`,
    counting.values,
  );
  return rows[0]?.count ?? 0;
}

/**
 * What reviews alone say is counted and found in their indexes, which are in the order of `due`.
 *
 * What facets and times say is counted and found in the indexes of the narrow rows. Else few rows are collected by the
 * indexes of what is requested, and sorted; of many the order is scanned, and each row filtered, until the page is
 * full: where every hundredth fits, that is soon.
 */
async function findPage(pool: Pool, page: Page, bounds: readonly Bounds[]) {
  const few = bounds[0]?.collected ?? 0;
  if (page.filter.sort === "due" && asksReviewsAlone(page.filter)) {
    const count = await countReviewed(pool, page, EXACT_TOTAL + 1);
    return { total: countedTo(EXACT_TOTAL, count), rows: await reviewedPage(pool, page) };
  }
  if (isIndexed(page.filter)) {
    const count = await countListed(pool, page, EXACT_TOTAL + 1);
    const total = countedTo(EXACT_TOTAL, count);
    if (count === 0) return { total, rows: [] };
    if (isByTime(page.order)) return { total, rows: (await orderedScan(pool, page)) ?? [] };
    if (count <= few) return { total, rows: (await collectAndSort(pool, page, few)).rows };
    return { total, rows: (await orderedScan(pool, page)) ?? [] };
  }
  let total: VerificationTotal = 0;
  for (const [index, { collected, steps }] of bounds.entries()) {
    const found = await collectAndSort(pool, page, collected);
    if (index === 0) total = countedTo(collected, found.count);
    const rows = found.count <= collected ? found.rows : await orderedScan(pool, page, steps);
    if (rows) return { total, rows };
  }
  throw new Error("the last bounds find every page");
}

/** How many reviews fit what is asked of them alone, counted to `most` of them. */
async function countReviewed(pool: Pool, { filter, userId }: Page, most: number): Promise<number> {
  const counting = parameters();
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM (
       SELECT FROM reviews ${where(ofReview(filter, counting, userId))} LIMIT ${most}) AS bounded`,
    counting.values,
  );
  return rows[0]?.count ?? 0;
}

/** A page along reviews that are due first: those that are not open have the last rank. */
async function reviewedPage(pool: Pool, { filter, userId, order, position, limit }: Page): Promise<PageRow[]> {
  const paging = parameters();
  const begin = position ? [after(order, position, paging)] : [];
  const { rows } = await pool.query<PageRow>(
    `SELECT ${COLUMNS}, ${stretchOf(order)} AS stretch, ${valuesOf(order)} AS page_values FROM (
       SELECT ${keysOf(order)} FROM (SELECT *, by_creation AS due_creation FROM reviews) AS l
       ${where([...ofReview(filter, paging, userId), ...begin])} ORDER BY ${orderBy(order)} LIMIT ${limit}
     ) AS l JOIN verification_summaries AS s USING (verification_id) ORDER BY ${orderBy(order)}`,
    paging.values,
  );
  return rows;
}

const COLUMNS = SUMMARY_COLUMNS.split(",")
  .map((name) => `s.${name.trim()}`)
  .join(", ");

/** The facets that fit, of a stretch by place those of the place. */
const facetsAt = ({ filter, order: { places } }: Page, place: number | undefined) =>
  facetsOf(filter).filter((facets) => places === undefined || place === undefined || facets[places] === place);

/** The conditions on a row of the list by facets and times; `place` is that of a stretch. */
function narrowed(page: Page, paging: Parameters, place?: number): string[] {
  const { filter, text } = page;
  const here = facetsAt(page, place);
  const { created } = text;
  const rest = [
    ...leastOf(filter),
    ...timesOf(filter, OF_LIST, paging),
    ...(created
      ? [`l.by_creation BETWEEN ${paging.add(created.first)}::timestamptz AND ${paging.add(created.last)}::timestamptz`]
      : []),
  ];
  if (isEverything(here)) return rest;
  const codes = `(${paging.add(here.map(({ code }) => code))}::int[])`;
  // Without any row at a place the whole order would be passed in vain.
  const some = `EXISTS (SELECT FROM verification_list AS here WHERE here.facets = ANY ${codes})`;
  return [`l.facets = ANY ${codes}`, ...(place === undefined ? [] : [some]), ...rest];
}

/** How many fit by facets and times, counted to `most` of them. */
async function countListed(pool: Pool, page: Page, most: number): Promise<number> {
  const counting = parameters();
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM (
       SELECT FROM verification_list AS l ${where(narrowed(page, counting))} LIMIT ${most}) AS bounded`,
    counting.values,
  );
  return rows[0]?.count ?? 0;
}

/** How many fit, to one more than `most`, and a page of them where it is no more. */
async function collectAndSort(pool: Pool, page: Page, most: number): Promise<{ count: number; rows: PageRow[] }> {
  const { filter, text, userId, order, position, limit } = page;
  const paging = parameters();
  const [rowsOf, conditions] = isIndexed(filter)
    ? ["verification_list", narrowed(page, paging)]
    : ["ordered_summaries", [...conditionsOf(filter, text, paging, userId), ...timesOf(filter, OF_SUMMARY, paging)]];
  const source = order.among?.(rowsOf) ?? rowsOf;
  const stretch = stretchOf(order);
  const inOrder = `stretch, ${orderBy(order)}`;
  const rest = position
    ? [`(stretch > ${position.stretch} OR stretch = ${position.stretch} AND ${after(order, position, paging)})`]
    : [];
  const { rows } = await pool.query<{ count: number } & { [Column in keyof PageRow]: PageRow[Column] | null }>(
    `WITH found AS MATERIALIZED (
       SELECT ${keysOf(order)}, ${stretch} AS stretch FROM ${source} AS l ${where(conditions)} LIMIT ${most + 1}
     ), counted AS MATERIALIZED (SELECT count(*) FROM found)
     SELECT counted.count, page.* FROM counted LEFT JOIN LATERAL (
       SELECT ${COLUMNS}, stretch, ${valuesOf(order)} AS page_values FROM (
         SELECT * FROM found AS l ${where([`counted.count <= ${most}`, ...rest])} ORDER BY ${inOrder} LIMIT ${limit}
       ) AS l JOIN verification_summaries AS s USING (verification_id) ORDER BY ${inOrder}
     ) AS page ON true`,
    paging.values,
  );
  const found = rows.filter((row): row is typeof row & PageRow => row.stretch !== null);
  return { count: rows[0]?.count ?? 0, rows: found.map(({ count: _, ...row }) => row) };
}

/**
 * A page along the order; null where `steps` rows of a stretch, after the residual filter, do not fill it. In an
 * order by time the runs of all facets are merged where they say all, so that none that does not fit is passed.
 */
async function orderedScan(pool: Pool, page: Page, steps = Number.MAX_SAFE_INTEGER): Promise<PageRow[] | null> {
  const { filter, text, userId, order, position, limit } = page;
  const found: PageRow[] = [];
  for (const [stretch, part] of order.stretches.entries()) {
    const { condition, place, source = "verification_list" } = part;
    if ((position && stretch < position.stretch) || facetsAt(page, place).length === 0) continue;
    const paging = parameters();
    const most = limit - found.length;
    const here = within(order, stretch);
    const begin = position?.stretch === stretch ? [after(here, position, paging)] : [];
    // Of two lower bounds PostgreSQL may begin at the wrong one: the place of the last row implies the condition.
    const implied = place !== undefined || (begin.length > 0 && stretch === 0 && order.direction === "ASC");
    const own = implied ? begin : [condition, ...begin];
    const along =
      isIndexed(filter) && isByTime(here)
        ? merged(page, here, part, own, most, paging)
        : `SELECT ${keysOf(order)} FROM ${source} AS l
           ${where([...own, ...narrowed(page, paging, place)])} ORDER BY ${orderBy(here)} LIMIT ${steps}`;
    const inOrder = [...paging.values];
    const residual = ["s.verification_id = l.verification_id", ...conditionsOf(filter, text, paging, userId)];
    const { rows } = await pool.query<PageRow>(
      `SELECT s.*, ${stretch} AS stretch, ${valuesOf(order)} AS page_values FROM (${along}) AS l CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM verification_summaries AS s ${where(residual)} OFFSET 0
       ) AS s ORDER BY ${orderBy(here)} LIMIT ${most}`,
      paging.values,
    );
    found.push(...rows);
    if (found.length === limit) return found;
    if (steps === Number.MAX_SAFE_INTEGER) continue;
    const { rows: seen } = await pool.query<{ count: number }>(`SELECT count(*) FROM (${along}) AS seen`, inOrder);
    if (seen[0]?.count === steps) return null;
  }
  return found;
}

/** The first rows of each run of facets in order, and of these the first. */
function merged(page: Page, here: Order, part: Stretch, own: string[], most: number, paging: Parameters): string {
  const { filter, order } = page;
  const { place, source = "verification_list" } = part;
  const facets = facetsAt(page, place);
  if (isEverything(facets)) {
    return `SELECT ${keysOf(order)} FROM ${source} AS l
      ${where([...own, ...timesOf(filter, OF_LIST, paging)])} ORDER BY ${orderBy(here)} LIMIT ${most}`;
  }
  const conditions = ["l.facets = run.facets", ...own, ...timesOf(filter, OF_LIST, paging)];
  return `SELECT l.* FROM unnest(${paging.add(facets.map(({ code }) => code))}::int[]) AS run(facets) CROSS JOIN LATERAL (
      SELECT ${keysOf(order)} FROM ${source} AS l ${where(conditions)} ORDER BY ${orderBy(here)} LIMIT ${most}
    ) AS l ORDER BY ${orderBy(here)} LIMIT ${most}`;
}
