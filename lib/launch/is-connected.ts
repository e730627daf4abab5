import type { Database } from "#lib/server/db/database.ts";

/** Whether the dashboard has made its own webhook at the service, as far as it knows itself. */
export async function isConnected({ pool }: Pick<Database, "pool">): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM receivers WHERE state = 'connected' LIMIT 1");
  return rowCount === 1;
}
