import type { Client } from "#lib/server/db/database.ts";

/**
 * Deletes closed requests, at most `limit`, so many years after nothing was left to do, and returns how many. They name people
 * and prove the answers; the policy keeps decisions of erased files as long.
 */
export async function forgetRequests(tx: Client, years: number, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM arco_requests WHERE id IN (
       SELECT id FROM arco_requests WHERE closed_at < now() - make_interval(years => $1) ORDER BY closed_at LIMIT $2)`,
    [years, limit],
  );
  return rowCount ?? 0;
}
