import { decisionIdOf } from "#lib/desk/contract/review/decision-events.ts";
import type { OpenedPdf } from "#lib/desk/contract/review/opened-pdf.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { createPdfKey, keepPdf, openKeptPdf } from "./kept-pdfs.ts";
import type { WholePdf } from "./whole.ts";

/** An unknown file gets no row: nobody can decide on it, and its openings are in the audit trail alone. */
const RECORD = `
  INSERT INTO opened_pdfs (verification_id, user_id, people_id, sha256, bytes)
  SELECT $1, $2, $3, $4, $5 FROM verification_summaries WHERE verification_id = $1
  ON CONFLICT (verification_id, user_id, people_id, sha256) DO UPDATE SET opened_at = now()`;

type PdfOpening = { verification_id: string; people_id: number; user_id: string };

/** Records that a user has received a whole PDF, and keeps its bytes if they are given. */
export async function recordOpenedWhole(
  { verification_id, people_id, user_id }: PdfOpening,
  { sha256, bytes, content }: WholePdf,
  connection: Pooled = database(),
): Promise<void> {
  if (content) await createPdfKey(connection);
  await inTransaction(connection.pool, async (tx) => {
    // Locks first, as an erasure does: a concurrent erasure deletes the new row too, or has deleted the verification before.
    await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    const { rowCount } = await tx.query(RECORD, [verification_id, user_id, people_id, sha256, bytes]);
    if (rowCount && content) await keepPdf(tx, { verification_id, sha256 }, content);
  });
}

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
