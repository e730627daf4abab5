import { notFound } from "#lib/server/base/errors.ts";
import { type Database, database } from "#lib/server/db/database.ts";

/** Lets an outage mark nothing any more. Throws NOT_FOUND for one that goes on, is dismissed already or never was. */
export async function dismissOutage(
  outage_id: number,
  by: string,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE outages SET dismissed_at = now(), dismissed_by = $2
     WHERE id = $1 AND ended_at IS NOT NULL AND dismissed_at IS NULL`,
    [outage_id, by],
  );
  if (rowCount === 0) throw notFound("An outage that has ended and is not dismissed");
}
