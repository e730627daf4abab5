import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { pageOf } from "#lib/server/queries/page.ts";
import { summaryFromRow } from "#lib/server/queries/verifications/summary-row.ts";
import { narrowingOf, withoutNames } from "./conditions.ts";
import { cursorOf, positionOf } from "./cursor.ts";
import { collect, countAll, type Found, find, type Page, type PageRow, type Pool } from "./find.ts";
import { orderOf } from "./order.ts";
import { by, byCollecting, byCounting, byNames } from "./pages.ts";
import { countingOf, type Sample, sampled } from "./sample.ts";
import { EXACT_TOTAL, estimated, totalOf } from "./total.ts";
import { type Bounds, isByTime, isOneStatement, isStraight, sourceOf, walk } from "./walk.ts";

export const MAX_PAGE = 200;

type Input = {
  filter: VerificationFilter;
  cursor?: string | null;
  limit?: number;
  /** `quick` may estimate where counting would take longer than finding the page. */
  total?: "exact" | "quick";
};

const BOUNDS: Bounds = {
  few: EXACT_TOTAL,
  fewAsked: 5_000,
  sampledPages: 160,
  sure: 25,
  steps: { along: 40_000, first: 15_000, merged: 2_000, blind: 10_000 },
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
  const via = sourceOf(order, narrowing);
  const straight = via !== null && isStraight(via, page);
  // Mostly few share a tag: they are counted as they are found.
  const tagged = narrowing.tag && !straight ? await collect(pool, page, byCounting("own", [], few), few) : null;
  if (tagged) return tagged;
  const count = await countAll(pool, narrowing);
  if (count === 0) return { total: 0, rows: [] };
  if (count <= few && !straight) return { total: count, rows: await find(pool, page, byCollecting) };
  const rows = isOneStatement(via, page) ? await find(pool, page, by(via)) : await walk(pool, page, bounds, null);
  return { total: totalOf(count), rows };
}

/** What each row has to be asked: a sample says how many fit, and so how to come upon a page of them. */
async function findByAsking(pool: Pool, page: Page, bounds: Bounds, quick: boolean): Promise<Found> {
  const { fewAsked, sampledPages, sure } = bounds;
  const sample = await sampled(pool, page.narrowing, sampledPages);
  // What counts in the index of text and terms is asked there, and what is known without it elsewhere.
  const known = { ...page, narrowing: sample.names?.length === 0 ? withoutNames(page.narrowing) : page.narrowing };
  const isWhole = sample.share === 1;
  if (isWhole && sample.fit === 0) return { total: 0, rows: [] };
  const many = sample.fit >= sure && sample.fit / sample.share > fewAsked;
  if (!many) {
    const { counting } = countingOf(sample, known.narrowing);
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

async function findAmongMany(pool: Pool, page: Page, bounds: Bounds, sample: Sample): Promise<PageRow[]> {
  const { narrowing, order } = page;
  const inNames = sample.names !== null && sample.named > 0 && sample.named === sample.fit;
  if (narrowing.onlyText && inNames && isByTime(order)) return find(pool, page, byNames(sample.names ?? []));
  return walk(pool, page, bounds, sample);
}
