import type { Overview } from "#lib/contract/status.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { NAMED, OTHERS } from "#lib/server/queries/verifications/list/facets.ts";

/** A high finding outweighs any number of lesser ones. */
const HIGH = 100_000_000;

/** Values that the interface does not name are rare: their verifications are looked up. */
const others = (name: "status" | "documents_status") => `
  SELECT ${name} AS value, count(*) AS total FROM verification_list JOIN verification_summaries USING (verification_id)
  WHERE by_${name} = ${OTHERS} GROUP BY 1`;

/** Counts over all verifications. One whose status is not known counts under `unknown`. */
export async function getOverview({ pool }: Pick<Database, "pool"> = database()): Promise<Overview> {
  const [counts, otherStatuses, otherDocuments, last] = await Promise.all([
    pool.query<{
      status: number;
      documents: number;
      total: number;
      with_high_findings: number;
      with_item_errors: number;
    }>(
      `SELECT by_status AS status, by_documents_status AS documents, count(*) AS total,
         count(*) FILTER (WHERE by_findings >= ${HIGH}) AS with_high_findings,
         count(*) FILTER (WHERE by_items_with_error > 0) AS with_item_errors
       FROM verification_list GROUP BY 1, 2`,
    ),
    pool.query<{ value: string; total: number }>(others("status")),
    pool.query<{ value: string; total: number }>(others("documents_status")),
    pool.query<{ last: string | null }>(
      `SELECT received_at AS last FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1`,
    ),
  ]);
  const total = (of: (row: (typeof counts.rows)[number]) => number) =>
    counts.rows.reduce((sum, row) => sum + of(row), 0);
  const byValue = (names: readonly string[], of: "status" | "documents", others: { value: string; total: number }[]) =>
    Object.fromEntries(
      [
        ...names.map((name, rank) => [name, total((row) => (row[of] === rank ? row.total : 0))] as const),
        ...others.map(({ value, total }) => [value, total] as const),
      ].filter(([, total]) => total > 0),
    );
  return {
    total: total((row) => row.total),
    by_status: byValue(["unknown", ...NAMED.status], "status", otherStatuses.rows),
    by_documents_status: byValue(["unknown", ...NAMED.documents_status], "documents", otherDocuments.rows),
    with_high_findings: total((row) => row.with_high_findings),
    with_item_errors: total((row) => row.with_item_errors),
    last_event_at: last.rows[0]?.last ?? null,
  };
}
