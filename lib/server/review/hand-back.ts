import type { Client } from "#lib/server/db/database.ts";
import { addEntry, holdReview, writeReview } from "./evaluate.ts";

/** In one order, so that two transactions do not wait for each other. */
const HELD = `
  SELECT verification_id FROM reviews WHERE assignee = $1 AND state IN ('open', 'waiting', 'approval')
  ORDER BY verification_id`;

/**
 * Takes every unresolved review of an account away, with an entry of the rules in each log, within the caller's
 * transaction, after `prepareFacts`. Answers how many.
 */
export async function handBack(tx: Client, user_id: string): Promise<number> {
  const { rows } = await tx.query<{ verification_id: string }>(HELD, [user_id]);
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
