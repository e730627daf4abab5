import type { Overview } from "#lib/contract/status.ts";
import { type Database, database } from "#lib/server/db/database.ts";

/** Counts over all verifications in one pass. A verification whose status is not known counts under `unknown`. */
export async function getOverview({ pool }: Pick<Database, "pool"> = database()): Promise<Overview> {
  const [groups, last] = await Promise.all([
    pool.query<{ status: string; documents_status: string; total: number; high: number; errors: number }>(
      `SELECT coalesce(status, 'unknown') AS status, coalesce(documents_status, 'unknown') AS documents_status,
         count(*) AS total, count(*) FILTER (WHERE findings_high > 0) AS high,
         count(*) FILTER (WHERE items_with_error > 0) AS errors
       FROM verification_summaries GROUP BY 1, 2`,
    ),
    pool.query<{ last: string | null }>(
      `SELECT received_at AS last FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1`,
    ),
  ]);
  const overview: Overview = {
    total: 0,
    by_status: {},
    by_documents_status: {},
    with_high_findings: 0,
    with_item_errors: 0,
    last_event_at: last.rows[0]?.last ?? null,
  };
  for (const group of groups.rows) {
    overview.total += group.total;
    overview.by_status[group.status] = (overview.by_status[group.status] ?? 0) + group.total;
    overview.by_documents_status[group.documents_status] =
      (overview.by_documents_status[group.documents_status] ?? 0) + group.total;
    overview.with_high_findings += group.high;
    overview.with_item_errors += group.errors;
  }
  return overview;
}
