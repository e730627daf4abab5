import type { Overview } from "#lib/contract/status.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { commonValue, LIST_GROUPS } from "#lib/server/db/list-group.ts";

const VALUES = ["status", "documents_status"] as const;

/** Groups whose rows have to be asked for their own value. */
const SHARED = LIST_GROUPS.filter((group) => VALUES.some((name) => commonValue(group, name) === undefined));

/**
 * Counts over all verifications, from an index that holds every one's group. A verification whose status is not known
 * counts under `unknown`.
 */
export async function getOverview({ pool }: Pick<Database, "pool"> = database()): Promise<Overview> {
  const [groups, shared, last] = await Promise.all([
    pool.query<{ code: number; total: number }>(
      "SELECT list_group AS code, count(*) AS total FROM verification_list GROUP BY list_group",
    ),
    pool.query<{ code: number; status: string | null; documents_status: string | null; total: number }>(
      `SELECT list_group AS code, status, documents_status, count(*) AS total
       FROM verification_list JOIN verification_summaries USING (verification_id)
       WHERE list_group = ANY ($1::int[]) GROUP BY 1, 2, 3`,
      [SHARED.map(({ code }) => code)],
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
  const add = (to: Record<string, number>, value: string | null, total: number) => {
    to[value ?? "unknown"] = (to[value ?? "unknown"] ?? 0) + total;
  };
  for (const { code, total } of groups.rows) {
    const group = LIST_GROUPS[code];
    if (!group) continue;
    overview.total += total;
    if (group.severities >= 4) overview.with_high_findings += total;
    if (group.inError) overview.with_item_errors += total;
    if (SHARED.includes(group)) continue;
    add(overview.by_status, commonValue(group, "status") ?? null, total);
    add(overview.by_documents_status, commonValue(group, "documents_status") ?? null, total);
  }
  for (const { status, documents_status, total } of shared.rows) {
    add(overview.by_status, status, total);
    add(overview.by_documents_status, documents_status, total);
  }
  return overview;
}
