import type { VerificationTotal } from "#lib/contract/verifications/verification.ts";
import type { Database } from "#lib/server/db/database.ts";
import { parameters } from "#lib/server/queries/statement.ts";
import { SUMMARY_COLUMNS, type SummaryRow } from "#lib/server/queries/verifications/summary-row.ts";
import type { Narrowing } from "./conditions.ts";
import type { Position } from "./cursor.ts";
import { rememberedRow } from "./memory.ts";
import type { Order } from "./order.ts";
import type { Way } from "./pages.ts";
import { countStatement, EXACT_TOTAL } from "./total.ts";

export type Pool = Database["pool"];

export type Page = { narrowing: Narrowing; order: Order; position: Position | null; limit: number };

export type PageRow = SummaryRow & { page_rank: number; page_values: string[]; found_total?: number };

export type Found = { total: VerificationTotal; rows: PageRow[] };

/** All that fits and how many it is; null where it is more than `most`. */
export async function collect(pool: Pool, page: Page, way: Way, most: number): Promise<Found | null> {
  const rows = await find(pool, page, way);
  // Behind the end of the list nothing says how many there are.
  const counted = rows[0] ?? (page.position ? (await find(pool, { ...page, position: null }, way))[0] : undefined);
  const total = counted?.found_total ?? 0;
  return total > most ? null : { total, rows };
}

/** How many fit, to one more than `most`: exact to that, so that only 'more' is remembered. */
export async function countAll(pool: Pool, narrowing: Narrowing, most = EXACT_TOTAL): Promise<number> {
  return count(pool, narrowing, most, (total) => total > most);
}

/** Whether more than so many fit, or did a moment ago: for what is found either way. */
export async function areMore(pool: Pool, narrowing: Narrowing, most: number): Promise<boolean> {
  return (await count(pool, narrowing, most, () => true)) > most;
}

async function count(
  pool: Pool,
  narrowing: Narrowing,
  most: number,
  keeps: (total: number) => boolean,
): Promise<number> {
  const counting = parameters();
  const statement = countStatement(narrowing, counting, most);
  return (await rememberedRow<{ total: number }>(pool, statement, counting, ({ total }) => keeps(total))).total;
}

/** A page, found in this way. */
export async function find(pool: Pool, page: Page, way: Way): Promise<PageRow[]> {
  const paging = parameters();
  return (await pool.query<PageRow>(way({ ...page, parameters: paging }, COLUMNS), paging.values)).rows;
}

const COLUMNS = SUMMARY_COLUMNS.split(",")
  .map((name) => `summary.${name.trim()}`)
  .join(", ");
