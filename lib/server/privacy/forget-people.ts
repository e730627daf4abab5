import type { Client } from "#lib/server/db/database.ts";
import { lockSummaries } from "#lib/server/projections/lock-summaries.ts";
import { writePeople } from "#lib/server/projections/write-people.ts";

/** Whose people are searched still, though the answer that told of them is kept no longer. */
const FORGOTTEN = `
  SELECT DISTINCT known.verification_id FROM verification_people AS known
  CROSS JOIN LATERAL (
    SELECT body_hash FROM verification_snapshots AS read
    WHERE read.verification_id = known.verification_id AND read.subject = 'people'
    ORDER BY read_at DESC, body_hash DESC LIMIT 1
  ) AS newest
  WHERE NOT EXISTS (SELECT FROM snapshot_bodies WHERE hash = newest.body_hash) LIMIT $1`;

/** Takes people out of the search whose names are kept no longer; of how many verifications, at most `limit`. */
export async function forgetPeople(tx: Client, limit: number): Promise<number> {
  // As workers do: nobody erases what is found here before it is locked.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const { rows } = await tx.query<{ verification_id: string }>(FORGOTTEN, [limit]);
  const ids = rows.map(({ verification_id }) => verification_id);
  await lockSummaries(tx, ids);
  await writePeople(tx, ids, []);
  return ids.length;
}
