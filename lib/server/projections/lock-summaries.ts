import type { Client } from "#lib/server/db/database.ts";

/**
 * Makes sure that each verification has its summary row and locks them all, in id order, so that two workers can
 * neither deadlock nor summarise without each other's facts (design §4, Summary). Returns which of them have a gap so
 * far. Locks are held until the transaction ends; facts are written only under them.
 */
export async function lockSummaries(client: Client, verificationIds: readonly string[]): Promise<Set<string>> {
  if (verificationIds.length === 0) return new Set();
  await client.query(
    `INSERT INTO verification_summaries (verification_id)
     SELECT id FROM unnest($1::text[]) AS id ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
    [verificationIds],
  );
  const { rows } = await client.query<{ verification_id: string; has_gap: boolean }>(
    `SELECT verification_id, has_gap FROM verification_summaries
     WHERE verification_id = ANY($1::text[]) ORDER BY verification_id FOR UPDATE`,
    [verificationIds],
  );
  return new Set(rows.filter((row) => row.has_gap).map((row) => row.verification_id));
}
