import { DUE_DATES_SQL } from "#lib/desk/server/list/conditions.ts";
import { uncheckedOn } from "#lib/desk/server/list/figures.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { type OpenQuery, select } from "./query.ts";

/** As of `today`, whatever the period. */
export async function readDates(query: OpenQuery, today: string): Promise<Insights["dates"]> {
  const { documents, yearly_check } = await readPolicy(query.client);
  const [row] = await select<{ unchecked: number; overdue: number }>(
    query,
    ({ add, narrowed }) => `
      SELECT count(*) FILTER (WHERE ${uncheckedOn(add(today))})::int AS unchecked,
        count(*) FILTER (WHERE ${DUE_DATES_SQL.overdue})::int AS overdue
      FROM file_dates WHERE true${narrowed}`,
  );
  return {
    unchecked: yearly_check ? (row?.unchecked ?? 0) : null,
    overdue: yearly_check || documents.length > 0 ? (row?.overdue ?? 0) : null,
  };
}
