import type { Client } from "#lib/server/db/database.ts";

/**
 * Makes sure that each verification has its summary row and locks them all, in id order, so that two workers can
 * neither deadlock nor summarise without each other's facts (design §4, Summary). Locks are held until the transaction
 * ends; facts are written only under them.
 */
export async function lockSummaries(client: Client, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await client.query(
    `INSERT INTO verification_summaries (verification_id)
     SELECT id FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
    [verificationIds],
  );
  await client.query(
    `SELECT FROM verification_summaries WHERE verification_id = ANY($1::text[])
     ORDER BY verification_id COLLATE "C" FOR UPDATE`,
    [verificationIds],
  );
}
