import type { Client } from "#lib/server/db/database.ts";

const QUEUE_REVIEWS = `
  INSERT INTO review_due AS due (verification_id, due_at) SELECT id, now() FROM unnest($1::text[]) AS id
  ORDER BY id COLLATE "C"
  ON CONFLICT (verification_id) DO UPDATE SET due_at = EXCLUDED.due_at WHERE due.due_at > EXCLUDED.due_at`;

/**
 * Has the rules evaluate these verifications. Waits for the holders of their reviews, so that facts do not change under
 * a decision; call it before taking any lock that such a holder may need.
 */
export async function queueReviews(client: Client, verificationIds: readonly string[]): Promise<void> {
  await client.query({ name: "queue reviews", text: QUEUE_REVIEWS, values: [verificationIds] });
}
