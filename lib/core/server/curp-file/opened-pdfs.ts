import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { createPdfKey, keepPdf } from "./kept-pdfs.ts";
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
