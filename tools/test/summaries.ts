import { writeListRows } from "#lib/core/server/projections/summarise.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

export type SummaryRow = { verification_id: string; [column: string]: unknown };

/** Inserts rows of `verification_summaries` with defaults for missing columns, and writes their rows of the list. */
export async function insertSummaries(client: Client, rows: readonly SummaryRow[]): Promise<void> {
  for (const columns of new Set(rows.map((row) => Object.keys(row).join()))) {
    const alike = rows.filter((row) => Object.keys(row).join() === columns);
    await client.query(
      `INSERT INTO verification_summaries (${columns})
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::verification_summaries, $1)`,
      [JSON.stringify(alike)],
    );
  }
  await writeListRows(
    client,
    rows.map((row) => row.verification_id),
  );
}
