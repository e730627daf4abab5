import type { SystemStatus } from "#lib/contract/status.ts";
import type { Database } from "#lib/server/db/database.ts";

const MAX_COUNTED = 10_000;

/** By the index of what is pending: what has not been tried comes first, the oldest of it before all. */
const PENDING = `
  SELECT count(*)::int AS waiting, min(received_at) AS oldest_at
  FROM (
    SELECT received_at FROM inbox WHERE state = 'pending' ORDER BY next_attempt_at NULLS FIRST, id LIMIT ${MAX_COUNTED}
  ) AS pending`;

/** How much of what arrived waits to be applied, and for how long. */
export async function getInboxState({ pool }: Pick<Database, "pool">): Promise<SystemStatus["inbox"]> {
  const { rows } = await pool.query<SystemStatus["inbox"]>(PENDING);
  return rows[0] ?? { waiting: 0, oldest_at: null };
}
