import type { VerificationList } from "#lib/contract/verification.ts";
import type { VerificationFilter } from "#lib/contract/verification-filter.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { isEveryGroup, type Narrowing, narrowingOf, parameters } from "./list-conditions.ts";
import { type Position, readCursor, writeCursor } from "./list-cursor.ts";
import { type Order, orderOf } from "./list-order.ts";
import { byCollecting, byGroups, bySteps, byValues, byWalking } from "./list-pages.ts";
import { countStatement, EXACT_TOTAL } from "./list-total.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from "./summary-row.ts";

export const MAX_PAGE = 200;

type Input = { filter: VerificationFilter; cursor?: string | null; limit?: number };

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

const firstRank = (order: Order, position: Position | null) => position?.rank ?? order.stretches[0]?.rank;

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
  const counting = parameters();
  const most = narrowing.created && narrowing.plain && order.key !== "created_at" ? Math.max(few, FEW_CREATED) : few;
  const count = countStatement(narrowing, counting, Math.max(most, EXACT_TOTAL));
  const total = (await pool.query<{ total: number }>(count, counting.values)).rows[0]?.total ?? 0;
  const position = readCursor(input.cursor, filter.sort, order);
  const find = async (way: typeof byGroups): Promise<PageRow[]> => {
    const paging = parameters();
    const text = way({ narrowing, order, position, limit: limit + 1, parameters: paging }, COLUMNS);
    return (await pool.query<PageRow>(text, paging.values)).rows;
  };
  const way = wayOf(order, narrowing, total > most);
  let listed = total === 0 ? [] : await find(way === byWalking && narrowing.asks ? bySteps : way);
  if (way === byWalking && narrowing.asks) {
    const filled = listed.length > limit && listed.every(({ page_rank }) => page_rank === firstRank(order, position));
    if (!filled) listed = await find(byCollecting);
  }
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

const COLUMNS = SUMMARY_COLUMNS.split(",")
  .map((name) => `summary.${name.trim()}`)
  .join(", ");
