import type { Client } from "#lib/server/db/database.ts";

const COLUMNS = [
  "by_activity",
  "by_creation",
  "by_tag",
  "by_status",
  "by_documents_status",
  "by_findings",
  "by_items_with_error",
  "facets",
];
const columns = (of: string): string => COLUMNS.map((name) => `${of}.${name}`).join(", ");

const WRITE = `
  INSERT INTO verification_list AS listed (verification_id, ${COLUMNS.join(", ")})
  SELECT verification_id, ${COLUMNS.join(", ")} FROM ordered_summaries WHERE verification_id = ANY ($1::text[])
  ON CONFLICT (verification_id) DO UPDATE SET (${COLUMNS.join(", ")}) = ROW (${columns("EXCLUDED")})
    WHERE (${columns("listed")}) IS DISTINCT FROM (${columns("EXCLUDED")})`;

/**
 * Writes what these verifications are ordered by, from their summaries alone: whatever the order of events, equal summaries
 * give equal rows. Run it after `summarise`, under the same locks.
 */
export async function writeListRows(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query({ name: "write_list_rows", text: WRITE, values: [verificationIds] });
}
