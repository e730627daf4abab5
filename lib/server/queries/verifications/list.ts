import type { VerificationList, VerificationTotal } from "#lib/contract/verification.ts";
import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { pageOf } from "#lib/server/queries/page.ts";
import { parameters } from "#lib/server/queries/statement.ts";
import { isEveryGroup, type Narrowing, narrowingOf, withoutNames } from "./list-conditions.ts";
import { cursorOf, type Position, positionOf } from "./list-cursor.ts";
import { LEVEL_VALUE, levelOf, type Order, orderOf, type Stretch } from "./list-order.ts";
import { by, byCollecting, byCounting, byIndex, byNames, bySteps, type Way } from "./list-pages.ts";
import { countingOf, type Sample, sampleStatement } from "./list-sample.ts";
import type { Via } from "./list-sources.ts";
import { countStatement, EXACT_TOTAL, estimated, totalOf } from "./list-total.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "./summary-row.ts";

export const MAX_PAGE = 200;

type Input = {
  filter: VerificationFilter;
  cursor?: string | null;
  limit?: number;
  /** `quick` may estimate where counting would take longer than finding the page. */
  total?: "exact" | "quick";
};

type Pool = Database["pool"];

type Page = { narrowing: Narrowing; order: Order; position: Position | null; limit: number };

type PageRow = SummaryRow & { page_rank: number; page_values: string[]; found_total?: number };

type Found = { total: VerificationTotal; rows: PageRow[] };

export type Bounds = {
  /** Up to how many are collected to be put in order: what an index holds, and what each row is asked for. */
  few: number;
  fewAsked: number;
  /** How many pages of the table are sampled, and from how many rows on that can tell that there are many. */
  sampledPages: number;
  sure: number;
  /** More steps cost more than to collect what fits: along an order, merged from several, and with nothing known ahead. */
  steps: { along: number; merged: number; blind: number };
};

const BOUNDS: Bounds = {
  few: EXACT_TOTAL,
  fewAsked: 5_000,
  sampledPages: 160,
  sure: 25,
  steps: { along: 40_000, merged: 2_000, blind: 10_000 },
};

/** A page of verifications by keyset, and how many there are in all: exact to 10,000. */
export async function listVerifications(
  input: Input,
  { pool }: Pick<Database, "pool"> = database(),
  bounds = BOUNDS,
): Promise<VerificationList> {
  const { filter } = input;
  const limit = Math.min(Math.max(input.limit ?? 50, 1), MAX_PAGE);
  const narrowing = narrowingOf(filter);
  const order = orderOf(filter.sort, narrowing.groups);
  const position = positionOf(input.cursor, filter.sort, order);
  const page: Page = { narrowing, order, position, limit: limit + 1 };
  const { total, rows: found } = narrowing.asked
    ? await findByAsking(pool, page, bounds, input.total === "quick")
    : await findInIndexes(pool, page, bounds);
  const { rows, last } = pageOf(found, limit);
  return {
    items: rows.map(({ page_rank, page_values, found_total, ...row }) => summaryFromRow(row)),
    next_cursor: last
      ? cursorOf(filter.sort, { rank: last.page_rank, values: last.page_values, id: last.verification_id })
      : null,
    total,
  };
}

/** What the indexes hold by themselves: counted there, and then found in the way that suits the order. */
async function findInIndexes(pool: Pool, page: Page, bounds: Bounds): Promise<Found> {
  const { few } = bounds;
  const { narrowing, order } = page;
  // Few share a tag: they are counted as they are found.
  const tagged = narrowing.tag ? await collect(pool, page, byCounting("own", [], few), few) : null;
  if (tagged) return tagged;
  const count = await countAll(pool, narrowing);
  if (count === 0) return { total: 0, rows: [] };
  const via = sourceOf(order, narrowing);
  const collected = count <= few && (via === null || !isStraight(via, page));
  if (collected) return { total: count, rows: await find(pool, page, byCollecting) };
  const rows = isOneStatement(via, page) ? await find(pool, page, by(via)) : await walk(pool, page, bounds, null);
  return { total: totalOf(count), rows };
}

const isOneStatement = (via: Via | null, page: Page): via is Via =>
  via !== null && (via === "lags" ? !isByRank(page.order) : isStraight(via, page));

const isByRank = ({ key }: Order): boolean => key === "status" || key === "documents_status";

const isByTime = (order: Order): boolean =>
  isByRank(order) || order.key === "last_activity_at" || order.key === "created_at";

/** What gives the rows in this order with the least that do not fit; null where only a walk along the whole order does. */
function sourceOf(order: Order, { groups, values, created, quiet }: Narrowing): Via | null {
  const byTime = isByTime(order);
  if (values) return byTime ? "values" : null;
  if (byTime && (order.key === "created_at" ? quiet : created)) return "lags";
  return isByRank(order) || (byTime && !isEveryGroup(groups)) ? "groups" : "order";
}

/** Whether each row of a source is one that is found, so that nothing is won by collecting all. */
function isStraight(via: Via, { order, narrowing }: Page): boolean {
  const { groups, created, quiet, tag } = narrowing;
  if (tag) return false;
  const byCreation = order.key === "created_at";
  if (via === "groups") return true;
  if (via === "values") return !created || byCreation;
  if (via === "lags" || !isEveryGroup(groups)) return false;
  return (!created || byCreation) && (!quiet || order.key === "last_activity_at");
}

/** What each row has to be asked: a sample says how many fit, and so how to come upon a page of them. */
async function findByAsking(pool: Pool, page: Page, bounds: Bounds, quick: boolean): Promise<Found> {
  const { fewAsked, sampledPages, sure } = bounds;
  const sampling = parameters();
  const { rows } = await pool.query<Sample>(sampleStatement(page.narrowing, sampling, sampledPages), sampling.values);
  const sample = rows[0];
  if (!sample) throw new Error("a count gave no row");
  // What counts in the index of text and terms is asked there, and what is known without it elsewhere.
  const known = { ...page, narrowing: sample.names?.length === 0 ? withoutNames(page.narrowing) : page.narrowing };
  const isWhole = sample.share === 1;
  if (isWhole && sample.fit === 0) return { total: 0, rows: [] };
  const many = sample.fit >= sure && sample.fit / sample.share > fewAsked;
  if (!many) {
    const counting = countingOf(sample, known.narrowing);
    const way = byCounting(counting, sample.names ?? [], EXACT_TOTAL);
    const found = await collect(pool, counting === "own" ? known : page, way, EXACT_TOTAL);
    if (found) return found;
  }
  const total = async () => {
    if (isWhole) return totalOf(sample.fit);
    if (!many) return totalOf(EXACT_TOTAL + 1);
    return quick ? estimated(sample) : totalOf(await countAll(pool, known.narrowing));
  };
  return { total: await total(), rows: await findAmongMany(pool, known, bounds, sample) };
}

/** All that fits and how many it is; null where it is more than `most`. */
async function collect(pool: Pool, page: Page, way: Way, most: number): Promise<Found | null> {
  const rows = await find(pool, page, way);
  // Behind the end of the list nothing says how many there are.
  const counted = rows[0] ?? (page.position ? (await find(pool, { ...page, position: null }, way))[0] : undefined);
  const total = counted?.found_total ?? 0;
  return total > most ? null : { total, rows };
}

async function findAmongMany(pool: Pool, page: Page, bounds: Bounds, sample: Sample): Promise<PageRow[]> {
  const { narrowing, order } = page;
  const inNames = sample.names !== null && sample.named > 0 && sample.named === sample.fit;
  if (narrowing.onlyText && inNames && isByTime(order)) return find(pool, page, byNames(sample.names ?? []));
  return walk(pool, page, bounds, sample);
}

/**
 * How far to walk for a page where `density` of the rows fit, if that is not too far. Along the order a walk ends by itself
 * when the page is full; what is merged has to be merged as far as it may be needed.
 */
function stepsFor(
  via: Via,
  limit: number,
  density: number | null,
  { along, merged, blind }: Bounds["steps"],
): number[] {
  if (density === null) return [blind];
  const most = via === "order" ? along : merged;
  const expected = Math.ceil((3 * limit) / Math.max(density, 1e-6));
  if (expected > most) return [];
  return via === "order" || expected * 4 > most ? [most] : [expected, most];
}

/** Part by part: a few steps along each, and where they do not fill the page, all that fit in that part. */
async function walk(pool: Pool, page: Page, bounds: Bounds, sample: Sample | null): Promise<PageRow[]> {
  const found: PageRow[] = [];
  for (const { isLevel, ...part } of partsOf(page, sample)) {
    if (found.length >= page.limit) break;
    const via = sourceOf(part.order, part.narrowing);
    const rest = { ...part, limit: page.limit - found.length };
    const rows =
      sample === null && isOneStatement(via, rest)
        ? await find(pool, rest, by(via))
        : await walkStretch(pool, rest, bounds, via, sample);
    found.push(...(isLevel ? rows.map((row) => ({ ...row, page_values: [LEVEL_VALUE, ...row.page_values] })) : rows));
  }
  return found;
}

/** Of a level only time tells: it has no first column. */
type Part = Omit<Page, "limit"> & { isLevel: boolean };

/**
 * What is left of the list, in parts that are each in one order, one after the other. A level is a part of its own where
 * the order by time has a source that the whole order has not.
 */
function partsOf({ narrowing, order, position }: Page, sample: Sample | null): Part[] {
  const partOf = (stretch: Stretch, position: Position | null): Part => ({
    narrowing: { ...narrowing, groups: stretch.groups },
    order: { ...order, stretches: [stretch] },
    position,
    isLevel: false,
  });
  const pays = narrowing.created || (narrowing.values && sample === null);
  const level = pays ? levelOf(order, narrowing.groups) : null;
  const [alike] = level?.stretches ?? [];
  if (!level || !alike) {
    return order.stretches.filter(({ rank }) => !position || rank >= position.rank).map((one) => partOf(one, position));
  }
  const within = position?.values[0] === LEVEL_VALUE ? { ...position, values: position.values.slice(1) } : null;
  const groups = narrowing.groups.filter((group) => !alike.groups.includes(group));
  const others = groups.length > 0 ? [partOf({ rank: 0, groups, condition: null }, within ? null : position)] : [];
  const levelled = { ...partOf(alike, within), order: level, isLevel: true };
  if (order.direction === "DESC") return within ? [levelled] : [...others, levelled];
  return position && !within ? others : [levelled, ...others];
}

async function walkStretch(
  pool: Pool,
  page: Page,
  { few, steps }: Bounds,
  source: Via | null,
  sample: Sample | null,
): Promise<PageRow[]> {
  const { narrowing, limit } = page;
  if (source === "lags" && isByRank(page.order)) {
    // The whole range would be looked through for a group that has few.
    const isFew = (await countAll(pool, { ...narrowing, seen: () => [], asked: null }, few)) <= few;
    if (isFew || sample === null) return find(pool, page, isFew ? byCollecting : by(source));
  }
  const via = source ?? "order";
  for (const most of stepsFor(via, limit, sample && densityIn(via, sample), steps)) {
    const rows = await find(pool, page, bySteps(via, most, sample ? sample.own / Math.max(sample.sampled, 1) : 1));
    if (rows.length >= limit) return rows;
  }
  if (sample?.names?.length) return find(pool, page, byIndex(countingOf(sample, narrowing), sample.names));
  // Of more rows than this, to collect them from an index costs more than to go all along the order.
  const held = 6 * few;
  const isFar = sample === null && source === "order" && (await countAll(pool, narrowing, held)) > held;
  return find(pool, page, isFar ? by("order") : byCollecting);
}

/** Of the rows that a source comes upon so many fit. */
const densityIn = (via: Via, { sampled, own, valued, fit }: Sample): number =>
  fit / Math.max({ order: sampled, groups: own, lags: own, values: valued }[via], 1);

async function countAll(pool: Pool, narrowing: Narrowing, most = EXACT_TOTAL): Promise<number> {
  const counting = parameters();
  const { rows } = await pool.query<{ total: number }>(countStatement(narrowing, counting, most), counting.values);
  return rows[0]?.total ?? 0;
}

async function find(pool: Pool, page: Page, way: Way): Promise<PageRow[]> {
  const paging = parameters();
  return (await pool.query<PageRow>(way({ ...page, parameters: paging }, COLUMNS), paging.values)).rows;
}

const COLUMNS = SUMMARY_COLUMNS.split(",")
  .map((name) => `summary.${name.trim()}`)
  .join(", ");
