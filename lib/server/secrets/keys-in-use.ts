import type { Database } from "#lib/server/db/database.ts";

/**
 * The service's ids of the keys that the dashboard itself needs: the current one, null where it is not known, and those
 * that a rotation under way is making or deleting; and of those that an open replacement is about.
 */
export async function keysInUse({
  pool,
}: Pick<Database, "pool">): Promise<{ current: string | null; rotating: Set<string>; replacing: Set<string> }> {
  const { rows } = await pool.query<{ id: string | null; role: "current" | "rotating" | "replacing" }>(`
    SELECT service_key_id AS id, CASE state WHEN 'current' THEN 'current' ELSE 'rotating' END AS role
      FROM dashboard_keys WHERE state IN ('current', 'pending')
    UNION SELECT old_service_key_id, 'rotating' FROM rotations WHERE state NOT IN ('done', 'abandoned')
    UNION SELECT unnest(ARRAY[old_service_key_id, new_service_key_id]), 'replacing' FROM key_replacements
      WHERE state NOT IN ('done', 'cancelled')`);
  const idsOf = (role: string) => rows.flatMap((row) => (row.role === role && row.id ? [row.id] : []));
  return {
    current: idsOf("current")[0] ?? null,
    rotating: new Set(idsOf("rotating")),
    replacing: new Set(idsOf("replacing")),
  };
}
