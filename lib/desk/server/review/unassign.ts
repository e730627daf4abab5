import type { Client } from "#lib/platform/server/db/database.ts";
import { addEntry, holdReview, writeReview } from "./evaluate.ts";

/** Ordered by id, so that two transactions cannot deadlock. */
const UNRESOLVED = `
  SELECT verification_id FROM reviews WHERE assignee = $1 AND state IN ('open', 'waiting', 'approval')
  ORDER BY verification_id`;

/**
 * Unassigns the unresolved reviews of an account, with an entry of the rules in each log. Runs in the caller's
 * transaction, after `prepareFacts`. Returns their number.
 */
export async function unassignReviews(tx: Client, user_id: string): Promise<number> {
  const { rows } = await tx.query<{ verification_id: string }>(UNRESOLVED, [user_id]);
  let given = 0;
  for (const { verification_id } of rows) {
    const held = await holdReview(tx, verification_id);
    if (!held) continue;
    if (held.review.assignee === user_id) {
      held.review = { ...held.review, assignee: null };
      addEntry(held, { kind: "assigned", reasons: held.review.reasons, differences: [] }, null);
      given += 1;
    }
    await writeReview(tx, held);
  }
  return given;
}
