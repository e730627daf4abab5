import { otherFields } from "#lib/contract/verifications/other-fields.ts";
import { firstValue, type TitleFields } from "#lib/contract/verifications/title-fields.ts";
import type { Client } from "#lib/server/db/database.ts";

/** Any constant; it only has to be the same in every process. */
const CHOICE_LOCK = 7_206_455_232;

/**
 * Call it for a new choice, before its commit: waits for transactions that write titles of the old choice, whose files
 * can then be filled again, and makes others wait for the new one.
 */
export async function excludeTitleWriters(tx: Client): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [CHOICE_LOCK]);
}

/**
 * The newest answer about each of `$1`, as long as a reading of it is kept: a body may outlive that by minutes, until it is
 * deleted, or with an equal answer about another file.
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
 * Writes the titles and tax ids of these files from the service's newest answers, by the fields that are chosen, and says
 * which files have others now. Run it after `lockSummaries`, in the same READ COMMITTED transaction.
 */
export async function writeTitles(client: Client, verificationIds: readonly string[]): Promise<string[]> {
  if (verificationIds.length === 0) return [];
  await client.query("SELECT pg_advisory_xact_lock_shared($1)", [CHOICE_LOCK]);
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
