import { openKeptPdf } from "#lib/core/server/curp-file/kept-pdfs.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import type { OpenedPdf } from "#lib/desk/contract/review/opened-pdf.ts";
import { NOT_UNDONE } from "#lib/desk/server/review-log/meaning.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** Limit of the PDFs of a decision; the newest are kept. */
const MAX_PDFS = 200;

/**
 * The time since which the file is assigned to a user without interruption, and after the last decision. For other
 * users the time at which the file was last opened, returned, reopened or proposed.
 */
const ASSIGNED_AT = `
  COALESCE((
    SELECT min(at) FROM review_log WHERE verification_id = $1 AND assignee = $2 AND id > COALESCE((
      SELECT max(id) FROM review_log AS log WHERE verification_id = $1
        AND (assignee IS DISTINCT FROM $2 OR digest IS NOT NULL AND kind <> 'submitted' AND ${NOT_UNDONE})
    ), 0)
  ), (
    SELECT max(at) FROM review_log WHERE verification_id = $1 AND kind IN ('opened', 'returned', 'reopened', 'submitted')
  ), '-infinity')`;

const OPENED = `
  SELECT * FROM (
    SELECT people_id, encode(sha256, 'hex') AS sha256, bytes, opened_at FROM opened_pdfs
    WHERE verification_id = $1 AND user_id = $2 AND opened_at > (SELECT ${ASSIGNED_AT})
    ORDER BY opened_at DESC, people_id, sha256 LIMIT ${MAX_PDFS}
  ) AS newest ORDER BY opened_at, people_id, sha256`;

/** The PDFs that a user has opened as a whole since then, the oldest first. Runs in the transaction of a step. */
export const pdfsSinceAssignment = async (tx: Client, verification_id: string, user_id: string): Promise<OpenedPdf[]> =>
  (await tx.query<OpenedPdf>(OPENED, [verification_id, user_id])).rows;

const DECIDED = `
  SELECT log.id AS entry_id, log.at, pdf.* FROM review_log AS log
  CROSS JOIN LATERAL jsonb_to_recordset(log.pdfs) AS pdf (people_id bigint, sha256 text, bytes integer, opened_at timestamptz)
  WHERE log.verification_id = $1 AND log.digest IS NOT NULL ORDER BY log.id, pdf.opened_at, pdf.people_id, pdf.sha256`;

/** A PDF that the author of a decision had opened; `content` is null where the bytes are not kept. */
export type DecidedPdf = OpenedPdf & { decision_id: string; content: () => Promise<Buffer | null> };

/** The PDFs of each entry of the log that decided something, the oldest entry first. */
export async function readOpenedPdfs(client: Client, verification_id: string): Promise<DecidedPdf[]> {
  const { rows } = await client.query<OpenedPdf & { entry_id: number; at: Instant }>(DECIDED, [verification_id]);
  return rows.map(({ entry_id, at, ...pdf }) => ({
    ...pdf,
    decision_id: decisionIdOf({ entry_id, at }),
    content: () => openKeptPdf(client, { verification_id, sha256: Buffer.from(pdf.sha256, "hex") }),
  }));
}
