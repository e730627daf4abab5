import type { VerificationList } from "#lib/contract/verification.ts";
import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { isEveryGroup, type Narrowing, narrowingOf, type Parameters, parameters } from "./list-conditions.ts";
import { type Position, readCursor, writeCursor } from "./list-cursor.ts";
import { type Order, orderOf } from "./list-order.ts";
import { byCollecting, byGroups, bySteps, byValues, byWalking } from "./list-pages.ts";
import { countStatement, EXACT_TOTAL, sampleStatement } from "./list-total.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "./summary-row.ts";

export const MAX_PAGE = 200;

type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number };

type Pool = Database["pool"];

type Page = { narrowing: Narrowing; order: Order; position: Position | null; limit: number };

type PageRow = SummaryRow & { page_rank: number; page_values: string[] };

/**
 * How a page is found: the best of each group where an index holds every group in this order; else, where few fit, all
 * of them; else along the order, which comes upon enough of them soon.
 */
function wayOf({ key }: Order, { groups, plain, valuesAlone, created, quiet }: Narrowing, many: boolean) {
  const byActivity = key === "last_activity_at" || key === "status" || key === "documents_status";
  if (isEveryGroup(groups) && plain && !byGroupRank(key)) {
    return many || !(created || quiet) ? byWalking : byCollecting;
  }
  if (plain && (byActivity || key === "created_at")) return byGroups;
  if (valuesAlone && byActivity && !created) return byValues;
  return many ? byWalking : byCollecting;
}

const byGroupRank = (key: Order["key"]): boolean => key === "status" || key === "documents_status";

/**
 * Created between two days, and in another order: they may lie at the end of it, all together. Up to so many are cheap to
 * collect from the index of their creation.
 */
const FEW_CREATED = 60_000;

/**
 * A page of verifications by keyset, and how many there are in all (exact to 10,000). More than `few` are not collected
 * to be put in order.
 */
export async function listVerifications(
  input: Input,
  { pool }: Pick<Database, "pool"> = database(),
  few = EXACT_TOTAL,
): Promise<VerificationList> {
  const { filter } = input;
  const limit = Math.min(Math.max(input.limit ?? 50, 1), MAX_PAGE);
  const narrowing = narrowingOf(filter);
  const order = orderOf(filter.sort, narrowing.groups);
  const most = narrowing.created && narrowing.plain && order.key !== "created_at" ? Math.max(few, FEW_CREATED) : few;
  const total = await countTotal(pool, narrowing, Math.max(most, EXACT_TOTAL));
  const position = readCursor(input.cursor, filter.sort, order);
  const page: Page = { narrowing, order, position, limit: limit + 1 };
  const way = wayOf(order, narrowing, total > most);
  const listed =
    total === 0 ? [] : way === byWalking && narrowing.asks ? await walk(pool, page) : await find(pool, page, way);
  const rows = listed.slice(0, limit);
  const last = listed.length > limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ page_rank, page_values, ...row }) => summaryFromRow(row)),
    next_cursor: last
      ? writeCursor(filter.sort, { rank: last.page_rank, values: last.page_values, id: last.verification_id })
      : null,
    total: total > EXACT_TOTAL ? { at_least: EXACT_TOTAL } : total,
  };
}

async function countTotal(pool: Pool, narrowing: Narrowing, most: number): Promise<number> {
  const count = async (make: (parameters: Parameters) => string | null): Promise<number> => {
    const counting = parameters();
    const text = make(counting);
    return text === null ? 0 : ((await pool.query<{ total: number }>(text, counting.values)).rows[0]?.total ?? 0);
  };
  const sampled = await count((counting) => sampleStatement(narrowing, counting));
  return sampled > EXACT_TOTAL ? sampled : count((counting) => countStatement(narrowing, counting, most));
}

async function find(pool: Pool, page: Page, way: typeof byGroups): Promise<PageRow[]> {
  const paging = parameters();
  return (await pool.query<PageRow>(way({ ...page, parameters: paging }, COLUMNS), paging.values)).rows;
}

const STEPS = [4_000, 40_000];

/** Stretch by stretch: a few steps along each, and where they do not fill the page, all that fit in that stretch. */
async function walk(pool: Pool, { narrowing, order, position, limit }: Page): Promise<PageRow[]> {
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
    for (const steps of STEPS) if (part.length < page.limit) part = await find(pool, page, bySteps(steps));
    found.push(...(part.length >= page.limit ? part : await find(pool, page, byCollecting)));
  }
  return found;
}

const COLUMNS = SUMMARY_COLUMNS.split(",")
  .map((name) => `summary.${name.trim()}`)
  .join(", ");
