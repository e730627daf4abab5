import type { Client } from "#lib/server/db/database.ts";

/** Any constant; it only has to be the same in every process. */
const BODIES_LOCK = 7_206_455_231;

/** Whoever stores a reading: until its transaction ends nobody takes the body of it for one that nobody needs. */
export async function shareBodies(tx: Client): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock_shared($1)", [BODIES_LOCK]);
}

/** Deletes up to `limit` bodies of readings that no row of the inbox needs any more, and says how many. */
export async function deleteUnneededBodies(tx: Client, limit: number): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [BODIES_LOCK]);
  const { rowCount } = await tx.query(
    `DELETE FROM snapshot_bodies WHERE hash IN (
       SELECT hash FROM snapshot_bodies WHERE NOT EXISTS (
         SELECT FROM inbox WHERE kind = 'snapshot' AND stated IS NULL AND body_hash = hash
       ) LIMIT $1
     )`,
    [limit],
  );
  return rowCount ?? 0;
}
