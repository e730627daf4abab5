import { isEveryGroup, type Narrowing, ofRows } from "./conditions.ts";
import type { Position } from "./cursor.ts";
import { areMore, find, type Page, type PageRow, type Pool } from "./find.ts";
import { LEVEL_VALUE, levelOf, type Order, type Stretch } from "./order.ts";
import { by, byCollecting, byIndex, bySteps } from "./pages.ts";
import { countingOf, type Sample, STEP_COST } from "./sample.ts";
import type { Via } from "./sources.ts";

export type Bounds = {
  /** Up to how many are collected to be put in order: what an index holds, and what each row is asked for. */
  few: number;
  fewAsked: number;
  /** How many pages of the table are sampled, and from how many rows on that can tell that there are many. */
  sampledPages: number;
  sure: number;
  /**
   * More steps cost more than to collect what fits: along an order, where so many come first, merged from several, and with
   * nothing known ahead.
   */
  steps: { along: number; first: number; merged: number; blind: number };
};

/** Whether a source gives the page by itself, in one statement. */
export const isOneStatement = (via: Via | null, page: Page): via is Via =>
  via !== null && (via === "lags" ? !isByRank(page.order) : isStraight(via, page));

const isByRank = ({ key }: Order): boolean => key === "status" || key === "documents_status";

/** Whether rows, or those of each rank, are ordered by a time. */
export const isByTime = (order: Order): boolean =>
  isByRank(order) || order.key === "last_activity_at" || order.key === "created_at";

/** What gives the rows in this order with the least that do not fit; null where only a walk along the whole order does. */
export function sourceOf(order: Order, { groups, values, created, quiet }: Narrowing): Via | null {
  const byTime = isByTime(order);
  if (values) return byTime ? "values" : null;
  if (byTime && (order.key === "created_at" ? quiet : created)) return "lags";
  return isByRank(order) || (byTime && !isEveryGroup(groups)) ? "groups" : "order";
}

/** Whether each row of a source is one that is found, so that nothing is won by collecting all. */
export function isStraight(via: Via, { order, narrowing }: Page): boolean {
  const { groups, created, quiet, tag } = narrowing;
  // Those that share a tag stand together in its order alone.
  if (tag && order.key !== "tag") return false;
  const byCreation = order.key === "created_at";
  if (via === "groups") return true;
  if (via === "values") return !created || byCreation;
  if (via === "lags" || !isEveryGroup(groups)) return false;
  return (!created || byCreation) && (!quiet || order.key === "last_activity_at");
}

/**
 * How far to walk for a page where `density` of the rows fit, if that is not too far. Along the order a walk ends by itself
 * when the page is full; what is merged has to be merged as far as it may be needed.
 */
function stepsFor(
  via: Via,
  limit: number,
  density: number | null,
  { along, first, merged, blind }: Bounds["steps"],
): number[] {
  if (density === null) return [blind];
  const most = via === "order" ? along : merged;
  const expected = Math.ceil((3 * limit) / Math.max(density, 1e-6));
  if (expected > most) return [];
  const begun = via === "order" ? Math.max(expected, first) : expected;
  return begun * (via === "order" ? 2 : 4) > most ? [most] : [begun, most];
}

/** Part by part: a few steps along each, and where they do not fill the page, all that fit in that part. */
export async function walk(pool: Pool, page: Page, bounds: Bounds, sample: Sample | null): Promise<PageRow[]> {
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
    const isFew = !(await areMore(pool, { ...narrowing, seen: () => [], asked: null }, few));
    if (isFew || sample === null) return find(pool, page, isFew ? byCollecting : by(source));
  }
  const via = source ?? "order";
  const instead = sample && cheapest(sample, narrowing);
  for (const most of stepsFor(via, limit, sample && densityIn(via, sample), steps)) {
    const found = await find(pool, page, bySteps(via, most, sample ? sample.own / Math.max(sample.sampled, 1) : 1));
    if (found.length >= limit) return found;
    // Three pages were to be expected: where there is nothing all lies together, perhaps too far to be walked to.
    if (found.length === 0 && via === "order" && instead && instead.cost < steps.along * STEP_COST) break;
  }
  if (instead) {
    const { narrowing, counting } = instead;
    return find(pool, { ...page, narrowing }, byIndex(counting, sample?.names ?? []));
  }
  // Of more rows than this, to collect them from an index costs more than to go all along the order.
  const isFar = source === "order" && (await areMore(pool, narrowing, 6 * few));
  return find(pool, page, isFar ? by("order") : byCollecting);
}

/** How to collect with the least work: by what an index tells of text, or by the rows themselves. */
function cheapest(sample: Sample, narrowing: Narrowing) {
  const held = { narrowing, ...countingOf(sample, narrowing) };
  const rows = ofRows(narrowing);
  const asked = { narrowing: rows, ...countingOf(sample, rows) };
  return held.cost < asked.cost ? held : asked;
}

/** Of the rows that a source comes upon so many fit. */
const densityIn = (via: Via, { sampled, own, valued, fit }: Sample): number =>
  fit / Math.max({ order: sampled, groups: own, lags: own, values: valued }[via], 1);
