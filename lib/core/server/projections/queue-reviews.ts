import type { Client } from "#lib/platform/server/db/database.ts";

const QUEUE_REVIEWS = `
  INSERT INTO review_due AS due (verification_id, due_at) SELECT id, now() FROM unnest($1::text[]) AS id
  ORDER BY id COLLATE "C"
  ON CONFLICT (verification_id) DO UPDATE SET due_at = EXCLUDED.due_at WHERE due.due_at > EXCLUDED.due_at`;

/**
 * Makes the evaluation of these verifications due. Waits for transactions that hold their reviews, so that facts do not
 * change during a decision. Call it before taking a lock that such a transaction may need.
 */
export async function queueReviews(client: Client, verificationIds: readonly string[]): Promise<void> {
  await client.query({ name: "queue reviews", text: QUEUE_REVIEWS, values: [verificationIds] });
}
