import type { LatestVisit, Visit } from "#lib/desk/contract/review/seen.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

const SELECT = "SELECT seen_at, marks FROM verification_seen WHERE verification_id = $1 AND user_id = $2";

/** The marks of a user's last visit to a verification; null without one. */
export async function readSeen(
  verification_id: string,
  user_id: string,
  { pool }: Pooled = database(),
): Promise<Visit | null> {
  const { rows } = await pool.query<Visit>(SELECT, [verification_id, user_id]);
  return rows[0] ?? null;
}

/**
 * Stores a user's marks of a verification, with the current time, and returns them with the previous ones; null for an
 * unknown verification.
 */
export async function markSeen(
  { verification_id, user_id, marks }: { verification_id: string; user_id: string; marks: string[] },
  { pool }: Pooled = database(),
): Promise<LatestVisit | null> {
  return inTransaction(pool, async (tx) => {
    // Locked before any row, in the same order as erasing does: afterwards the verification is either known or erased.
    await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    const known = await tx.query("SELECT FROM verification_summaries WHERE verification_id = $1", [verification_id]);
    if (known.rowCount === 0) return null;
    const key = [verification_id, user_id];
    const before = await tx.query<Visit>(`${SELECT} FOR UPDATE`, key);
    const { rows } = await tx.query<Visit>(
      `INSERT INTO verification_seen (verification_id, user_id, marks) VALUES ($1, $2, $3)
       ON CONFLICT (verification_id, user_id) DO UPDATE SET seen_at = now(), marks = EXCLUDED.marks
       RETURNING seen_at, marks`,
      [...key, marks],
    );
    return { ...(rows[0] as Visit), previous: before.rows[0] ?? null };
  });
}
