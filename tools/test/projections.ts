import type pg from "pg";

/** Every table that is computed from the inbox, with the columns that make a row unique. */
const PROJECTIONS = {
  document_status_changes: "digest",
  findings_runs: "digest",
  item_changes: "digest",
  label_changes: "digest",
  curp_lookups: "digest",
  verification_statements: "digest",
  verification_snapshots: "subject, read_at, body_hash",
  verification_summaries: "verification_id",
  verification_list: "verification_id",
  verification_people: "position",
} as const;

/**
 * All projections as text, rows in key order, to be compared byte for byte. With `prefix` only verifications whose id
 * begins with it, and the text leaves it out: two runs with different prefixes then compare equal.
 */
export async function dumpProjections(pool: Pick<pg.Pool, "query">, prefix = ""): Promise<string> {
  const parts: string[] = [];
  for (const [table, key] of Object.entries(PROJECTIONS)) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(${table})::text AS row FROM ${table} WHERE starts_with(verification_id, $1)
       ORDER BY verification_id, ${key}`,
      [prefix],
    );
    parts.push(table, ...rows.map(({ row }) => (prefix ? row.replaceAll(prefix, "") : row)));
  }
  return parts.join("\n");
}
