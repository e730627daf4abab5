import { otherFields } from "#lib/core/contract/verifications/other-fields.ts";
import { firstValue, type TitleFields } from "#lib/core/contract/verifications/title-fields.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/**
 * Called before the commit of a new choice of fields. Waits for the transactions that write titles by the old choice,
 * so that `fillTitles` finds their files, and makes later ones wait for the new choice.
 */
export async function excludeTitleWriters(tx: Client): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.titleFields]);
}

/**
 * The newest answer about each verification in `$1`, if the inbox still has its read. The body may exist longer: until
 * the next deletion, or because another file has an equal answer.
 */
const ANSWERS = `
  SELECT touched.verification_id, bodies.body FROM unnest($1::text[]) AS touched(verification_id)
  CROSS JOIN LATERAL newest_reading(touched.verification_id, 'verification') AS newest
  JOIN snapshot_bodies AS bodies ON bodies.hash = newest.body_hash
  WHERE EXISTS (
    SELECT FROM inbox WHERE inbox.kind = 'snapshot' AND inbox.stated IS NULL AND inbox.body_hash = newest.body_hash
      AND inbox.verification_id = touched.verification_id
  )`;

const WRITE = `
  UPDATE verification_summaries AS summary SET title = fresh.title, tax_id = fresh.tax_id
  FROM unnest($1::text[]) AS touched(verification_id)
  LEFT JOIN json_to_recordset($2::json) AS fresh(verification_id text, title text, tax_id text) USING (verification_id)
  WHERE summary.verification_id = touched.verification_id
    AND (summary.title, summary.tax_id) IS DISTINCT FROM (fresh.title, fresh.tax_id)
  RETURNING summary.verification_id`;

/**
 * Writes the titles and tax ids of these files from the service's newest answers, by the chosen fields, and returns the
 * changed files. Run it after `lockSummaries`, in the same READ COMMITTED transaction.
 */
export async function writeTitles(client: Client, verificationIds: readonly string[]): Promise<string[]> {
  if (verificationIds.length === 0) return [];
  await client.query("SELECT pg_advisory_xact_lock_shared($1)", [LOCKS.titleFields]);
  const chosen = await client.query<TitleFields>("SELECT title, tax_id FROM title_fields");
  const [fields] = chosen.rows;
  if (!fields) return [];
  const { rows } = await client.query<{ verification_id: string; body: string }>({
    name: "answers with titles",
    text: ANSWERS,
    values: [verificationIds],
  });
  const titles = rows.map(({ verification_id, body }) => {
    const answered = otherFields(body);
    return {
      verification_id,
      title: firstValue(answered, fields.title),
      tax_id: firstValue(answered, fields.tax_id),
    };
  });
  const written = await client.query<{ verification_id: string }>({
    name: "write titles",
    text: WRITE,
    values: [verificationIds, JSON.stringify(titles)],
  });
  return written.rows.map(({ verification_id }) => verification_id);
}
