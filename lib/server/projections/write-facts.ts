import type { Client } from "#lib/server/db/database.ts";
import { FACT_COLUMNS, FACT_TABLES, type FactTable } from "./fact-tables.ts";
import type { Fact } from "./facts-of-event.ts";

const INSERTS = Object.fromEntries(
  FACT_TABLES.map((table) => [table, insertStatement(table, FACT_COLUMNS[table])]),
) as Record<FactTable, string>;

/** One statement a table, whatever the number of rows. Only a copy signed earlier changes a row that is already there. */
function insertStatement(table: FactTable, columns: Record<string, string>): string {
  const stated = Object.keys(columns).join(", ");
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return `
    INSERT INTO ${table} (verification_id, digest, at, signed_before, ${stated})
    SELECT verification_id, decode(digest, 'hex'), at, signed_before, ${stated}
    FROM json_to_recordset($1::json)
      AS fact(verification_id text, digest text, at timestamptz, signed_before timestamptz, ${typed.join(", ")})
    ON CONFLICT (verification_id, digest) DO UPDATE SET signed_before = EXCLUDED.signed_before
    WHERE EXCLUDED.signed_before < ${table}.signed_before
    RETURNING verification_id`;
}

/**
 * Adds facts, each once however many copies there are. Returns, by table, the verifications for which something is new
 * (a copy that adds nothing is not). The caller holds the lock on their summaries.
 */
export async function writeFacts(client: Client, facts: readonly Fact[]): Promise<Map<FactTable, Set<string>>> {
  const changed = new Map<FactTable, Set<string>>();
  for (const [table, rows] of foldCopies(facts)) {
    const result = await client.query<{ verification_id: string }>({
      name: `write ${table}`,
      text: INSERTS[table],
      values: [JSON.stringify([...rows.values()])],
    });
    changed.set(table, new Set(result.rows.map((row) => row.verification_id)));
  }
  return changed;
}

/** PostgreSQL refuses to touch a row twice in one statement: of copies in one batch the one signed first remains. */
function foldCopies(facts: readonly Fact[]): Map<FactTable, Map<string, Fact["row"]>> {
  const tables = new Map<FactTable, Map<string, Fact["row"]>>();
  for (const { table, row } of facts) {
    const rows = tables.get(table) ?? new Map<string, Fact["row"]>();
    tables.set(table, rows);
    const key = `${row.digest} ${row.verification_id}`;
    const other = rows.get(key);
    if (!other || row.signed_before < other.signed_before) rows.set(key, row);
  }
  return tables;
}
