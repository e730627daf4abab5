import type { VerificationList } from "#lib/contract/verification.ts";
import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { isEveryGroup, type Narrowing, narrowingOf, type Parameters, parameters } from "./list-conditions.ts";
import { type Position, readCursor, writeCursor } from "./list-cursor.ts";
import { type Order, orderOf } from "./list-order.ts";
import { byCollecting, byCounting, byGroups, bySteps, byValues, byWalking } from "./list-pages.ts";
import { countings, type Sample, sampleStatement } from "./list-sample.ts";
import { countStatement, EXACT_TOTAL, proofStatement } from "./list-total.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "./summary-row.ts";

export const MAX_PAGE = 200;

type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number };

type Pool = Database["pool"];

type Page = { narrowing: Narrowing; order: Order; position: Position | null; limit: number };

type PageRow = SummaryRow & { page_rank: number; page_values: string[]; found_total?: number };

type Found = { total: number; rows: PageRow[] };

/** From how many on not all are collected to be put in order, and how many pages of the table are sampled. */
export type Bounds = { few: number; sampledPages: number };

const BOUNDS: Bounds = { few: EXACT_TOTAL, sampledPages: 400 };

/** A page of verifications by keyset, and how many there are in all (exact to 10,000). */
export async function listVerifications(
  input: Input,
  { pool }: Pick<Database, "pool"> = database(),
  bounds = BOUNDS,
): Promise<VerificationList> {
  const { filter } = input;
  const limit = Math.min(Math.max(input.limit ?? 50, 1), MAX_PAGE);
  const narrowing = narrowingOf(filter);
  const order = orderOf(filter.sort, narrowing.groups);
  const position = readCursor(input.cursor, filter.sort, order);
  const page: Page = { narrowing, order, position, limit: limit + 1 };
  const inIndexes = !narrowing.asks || (narrowing.values !== null && !narrowing.created);
  const { total, rows: listed } = await (inIndexes ? findInIndexes : findByAsking)(pool, page, bounds);
  const rows = listed.slice(0, limit);
  const last = listed.length > limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ page_rank, page_values, found_total, ...row }) => summaryFromRow(row)),
    next_cursor: last
      ? writeCursor(filter.sort, { rank: last.page_rank, values: last.page_values, id: last.verification_id })
      : null,
    total: total > EXACT_TOTAL ? { at_least: EXACT_TOTAL } : total,
  };
}

/**
 * Created between two days, and in another order: they may lie at the end of it, all together. Up to so many are cheap to
 * collect from the index of their creation.
 */
const FEW_CREATED = 60_000;

/** What the indexes hold by themselves: counted there, and then found in the way that suits the order. */
async function findInIndexes(pool: Pool, page: Page, { few }: Bounds): Promise<Found> {
  const { narrowing, order } = page;
  const most = narrowing.created && narrowing.plain && order.key !== "created_at" ? Math.max(few, FEW_CREATED) : few;
  const counting = parameters();
  const total = await count(pool, countStatement(narrowing, counting, Math.max(most, EXACT_TOTAL)), counting);
  if (total === 0) return { total, rows: [] };
  const way = wayOf(order, narrowing, total > most);
  const rows = way === byWalking && narrowing.asks ? await walk(pool, page, null) : await find(pool, page, way);
  return { total, rows };
}

const isByRank = ({ key }: Order): boolean => key === "status" || key === "documents_status";

/**
 * The best of each group where an index holds every group in this order; else, where few fit, all of them; else along
 * the order, which comes upon enough of them soon.
 */
function wayOf(order: Order, { groups, plain, values, created, quiet }: Narrowing, many: boolean) {
  const byRank = isByRank(order);
  const byActivity = order.key === "last_activity_at" || byRank;
  if (isEveryGroup(groups) && plain && !byRank) {
    return many || !(created || quiet) ? byWalking : byCollecting;
  }
  if (plain && (byActivity || order.key === "created_at")) return byGroups;
  if (values && byActivity) return byValues;
  return many ? byWalking : byCollecting;
}

/**
 * What each row has to be asked: a sample says how to count them, and where there are many, how soon the order comes upon
 * a page of them.
 */
async function findByAsking(pool: Pool, page: Page, { few, sampledPages }: Bounds): Promise<Found> {
  const sampling = parameters();
  const { rows } = await pool.query<Sample>(sampleStatement(page.narrowing, sampling, sampledPages), sampling.values);
  const sample = rows[0] ?? { sampled: 0, share: 0, own: 0, terms: 0, text: 0, fit: 0 };
  const found = await countByAsking(pool, page, sample, few);
  return found.total > few ? { ...found, rows: await walk(pool, page, sample.fit / Math.max(sample.own, 1)) } : found;
}

/** How many there are, and the page too if they are few. */
async function countByAsking(pool: Pool, page: Page, sample: Sample, few: number): Promise<Found> {
  if (sample.share === 1 && (sample.fit === 0 || sample.fit > few)) return { total: sample.fit, rows: [] };
  for (const counting of countings(sample)) {
    if (counting.by === "sample") {
      const proving = parameters();
      const total = await count(pool, proofStatement(page.narrowing, proving, counting.percent), proving);
      if (total > EXACT_TOTAL) return { total, rows: [] };
      continue;
    }
    const way = byCounting(counting, Math.max(few, EXACT_TOTAL));
    const rows = await find(pool, page, way);
    // Behind the end of the list nothing says how many there are.
    const counted = rows[0] ?? (page.position ? (await find(pool, { ...page, position: null }, way))[0] : undefined);
    return { total: counted?.found_total ?? 0, rows };
  }
  throw new Error("no way to count");
}

const count = async (pool: Pool, text: string, { values }: Parameters): Promise<number> =>
  (await pool.query<{ total: number }>(text, values)).rows[0]?.total ?? 0;

async function find(pool: Pool, page: Page, way: typeof byGroups): Promise<PageRow[]> {
  const paging = parameters();
  return (await pool.query<PageRow>(way({ ...page, parameters: paging }, COLUMNS), paging.values)).rows;
}

const FEW_STEPS = 4_000;
/** More cost more than to collect what fits. */
const MOST_STEPS = 40_000;

/** How far to walk for a page where `density` of the rows fit: first as far as should do, where that is not too far. */
function stepsFor(limit: number, density: number | null): number[] {
  const expected = density === null ? FEW_STEPS : Math.ceil((3 * limit) / Math.max(density, 1e-6));
  if (expected > MOST_STEPS) return [];
  return expected * 4 > MOST_STEPS ? [MOST_STEPS] : [expected, MOST_STEPS];
}

/** Of groups whose rows lie apart in the order that many are asked for each that fits. */
const MERGED_DENSITY = 1 / 50;

/** Stretch by stretch: a few steps along each, and where they do not fill the page, all that fit in that stretch. */
async function walk(pool: Pool, whole: Page, density: number | null): Promise<PageRow[]> {
  const { narrowing, order, position, limit } = whole;
  if (isByRank(order) && density !== null && density > MERGED_DENSITY) return find(pool, whole, byGroups);
  const found: PageRow[] = [];
  for (const stretch of order.stretches) {
    if (found.length >= limit || (position && stretch.rank < position.rank)) continue;
    const page = {
      narrowing: { ...narrowing, groups: stretch.groups },
      order: { ...order, stretches: [stretch] },
      position,
      limit: limit - found.length,
    };
    let part: PageRow[] = [];
    for (const steps of stepsFor(page.limit, density)) {
      if (part.length < page.limit) part = await find(pool, page, bySteps(steps));
    }
    found.push(...(part.length >= page.limit ? part : await find(pool, page, byCollecting)));
  }
  return found;
}

const COLUMNS = SUMMARY_COLUMNS.split(",")
  .map((name) => `summary.${name.trim()}`)
  .join(", ");
