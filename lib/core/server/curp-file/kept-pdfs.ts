import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { hashKey } from "#lib/core/server/vault/hash-key.ts";
import { VaultError } from "#lib/core/server/vault/vault.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import type { WholePdf } from "./whole.ts";

/** Maximum size of a kept PDF; of a larger PDF the digest alone is kept. */
export const MAX_KEPT_BYTES = 5 * 1024 * 1024;
/** Maximum of kept PDFs of a file, and of their bytes together. */
export const MAX_KEPT = 200;
export const MAX_KEPT_BYTES_OF_FILE = 100 * 1024 * 1024;

/** The key of the bytes, in the vault: a new master secret encrypts it anew, and the bytes stay. */
const KEY = hashKey("pdf_key", "pdfs", LOCKS.pdfKey);

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates the key if there is none; call it before the transaction that keeps bytes. */
export const createPdfKey = (connection: Pooled): Promise<void> => KEY.create(connection);

type PdfId = { verification_id: string; sha256: Buffer };

/** The AAD: bytes that are moved to another file or digest can't be decrypted. */
const boundTo = ({ verification_id, sha256 }: PdfId): Buffer =>
  Buffer.from(JSON.stringify([verification_id, sha256.toString("hex")]));

const KEEP = `
  INSERT INTO kept_pdfs (verification_id, sha256, bytes, nonce, ciphertext)
  SELECT $1, $2, $3::integer, $4, $5 FROM (
    SELECT count(*) AS pdfs, COALESCE(sum(bytes), 0) AS bytes FROM kept_pdfs WHERE verification_id = $1
  ) AS kept WHERE kept.pdfs < ${MAX_KEPT} AND kept.bytes + $3::integer <= ${MAX_KEPT_BYTES_OF_FILE}
  ON CONFLICT (verification_id, sha256) DO UPDATE SET kept_at = now()`;

/** Keeps the bytes of a PDF encrypted, unless the kept PDFs of its file have reached a limit. */
export async function keepPdf(tx: Client, id: PdfId, content: Buffer): Promise<void> {
  const key = await KEY.find(tx);
  if (!key) throw new Error("the key of kept PDFs was not stored");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(id));
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  await tx.query(KEEP, [id.verification_id, id.sha256, content.length, nonce, ciphertext]);
}

const KEPT = "SELECT nonce, ciphertext FROM kept_pdfs WHERE verification_id = $1 AND sha256 = $2";

/** The bytes of a kept PDF; null if they are not kept. Throws VaultError for altered bytes. */
export async function openKeptPdf(client: Client, id: PdfId): Promise<Buffer | null> {
  const { rows } = await client.query<{ nonce: Buffer; ciphertext: Buffer }>(KEPT, [id.verification_id, id.sha256]);
  const [row] = rows;
  if (!row) return null;
  const key = await KEY.find(client);
  if (!key) throw new VaultError("The key of kept PDFs is missing.");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, row.nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(id))
      .setAuthTag(row.ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(row.ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new VaultError("A kept PDF was altered or belongs to another file.");
  }
}

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
