import type { Client } from "#lib/server/db/database.ts";
import { RANKED } from "./summarise-status.ts";

const FIND = `
  SELECT touched.verification_id FROM unnest($1::text[]) AS touched(verification_id)
  WHERE EXISTS (
    WITH ranked AS (${RANKED})
    SELECT FROM (
      SELECT digest, lag(digest) OVER in_order AS predecessor,
        previous_documents_status IS DISTINCT FROM lag(documents_status) OVER in_order AS gap
      FROM ranked WINDOW in_order AS (ORDER BY at, rank, digest)
    ) AS chain
    WHERE gap AND (
      encode(digest, 'hex') = ANY($2::text[]) OR encode(predecessor, 'hex') = ANY($2::text[])
    )
  )`;

/**
 * Which of these verifications have a gap in their documents_status timeline (`orderDocumentChanges`) at one of these
 * changes or right after it. A gap elsewhere is an old one. Digests are lowercase hex.
 */
export async function findGaps(
  client: Client,
  verificationIds: readonly string[],
  digests: readonly string[],
): Promise<string[]> {
  if (verificationIds.length === 0) return [];
  const { rows } = await client.query<{ verification_id: string }>({
    name: "find gaps",
    text: FIND,
    values: [verificationIds, digests],
  });
  return rows.map((row) => row.verification_id);
}
