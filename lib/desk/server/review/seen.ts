import type { ReviewSince } from "#lib/desk/contract/review/log.ts";
import type { LatestVisit, Visit } from "#lib/desk/contract/review/seen.ts";
import { database, inSnapshot, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { prepareFacts, readFacts } from "./facts.ts";
import { readLog } from "./log.ts";
import { readPolicy } from "./policy.ts";
import { readReview } from "./read.ts";
import { compareShown } from "./shown.ts";
import type { KnownBasis } from "./stored.ts";

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

/**
 * `GET /api/verifications/{id}/review/since`: steps, and differences of the facts, since a page was shown. Null for an
 * unknown verification.
 */
export async function readSince(
  verification_id: string,
  shown: { version: string; entry: number },
  { pool }: Pooled = database(),
): Promise<ReviewSince | null> {
  await prepareFacts({ pool });
  return inSnapshot(pool, async (tx) => {
    const reading = readFacts(tx, verification_id);
    const read = await readReview(tx, verification_id, reading);
    const facts = await reading;
    if (!read || !facts) return null;
    const stored = await tx.query<{ bases: KnownBasis[] }>("SELECT bases FROM reviews WHERE verification_id = $1", [
      verification_id,
    ]);
    const { version } = read.review;
    const policy = await readPolicy(tx);
    const now = { version, bases: stored.rows[0]?.bases ?? [], facts, policy };
    const { same, differences } = compareShown(shown.version, now);
    return { version, same, differences, entries: await readLog(tx, verification_id, shown.entry) };
  });
}
