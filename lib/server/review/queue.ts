import type { Client } from "#lib/server/db/database.ts";

const QUEUE_REVIEWS = `
  INSERT INTO review_due AS due (verification_id, due_at) SELECT id, now() FROM unnest($1::text[]) AS id
  ORDER BY id COLLATE "C"
  ON CONFLICT (verification_id) DO UPDATE SET due_at = EXCLUDED.due_at WHERE due.due_at > EXCLUDED.due_at`;

/**
 * Has the rules of reviews look at these verifications. It waits for whoever holds the review of one, so that its facts do
 * not change under a decision; hence it comes before whatever such a one may want.
 */
export async function queueReviews(client: Client, verificationIds: readonly string[]): Promise<void> {
  await client.query({ name: "queue reviews", text: QUEUE_REVIEWS, values: [verificationIds] });
}
