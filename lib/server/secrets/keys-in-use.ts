import type { Database } from "#lib/server/db/database.ts";

/**
 * The service's ids of the keys that the dashboard itself needs: the current one, null where it is not known, and those
 * that a rotation under way is making or deleting.
 */
export async function keysInUse({
  pool,
}: Pick<Database, "pool">): Promise<{ current: string | null; rotating: Set<string> }> {
  const { rows } = await pool.query<{ id: string | null; current: boolean }>(`
    SELECT service_key_id AS id, state = 'current' AS current FROM dashboard_keys WHERE state IN ('current', 'pending')
    UNION SELECT old_service_key_id, false FROM rotations WHERE state NOT IN ('done', 'abandoned')`);
  return {
    current: rows.find((row) => row.current)?.id ?? null,
    rotating: new Set(rows.flatMap(({ id, current }) => (id && !current ? [id] : []))),
  };
}
