import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Client, Pooled } from "#lib/server/db/database.ts";
import { hashKey } from "#lib/server/vault/hash-key.ts";
import { VaultError } from "#lib/server/vault/vault.ts";

/** Bytes of a PDF that is kept; larger ones are known by their digests alone. */
export const MAX_KEPT_BYTES = 5 * 1024 * 1024;
/** PDFs of a file that are kept, and their bytes in all. */
export const MAX_KEPT = 200;
export const MAX_KEPT_BYTES_OF_FILE = 100 * 1024 * 1024;

/** The key of the bytes, in the vault: a new master secret encrypts it anew, and the bytes stay. */
const KEY = hashKey("pdf_key", "pdfs", 7_206_455_253);

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Ensures that there is a key, before the transaction that keeps bytes. */
export const createPdfKey = (connection: Pooled): Promise<void> => KEY.create(connection);

type Named = { verification_id: string; sha256: Buffer };

/** The AAD: bytes that are moved to another file or digest can't be decrypted. */
const boundTo = ({ verification_id, sha256 }: Named): Buffer =>
  Buffer.from(JSON.stringify([verification_id, sha256.toString("hex")]));

const KEEP = `
  INSERT INTO kept_pdfs (verification_id, sha256, bytes, nonce, ciphertext)
  SELECT $1, $2, $3::integer, $4, $5 FROM (
    SELECT count(*) AS pdfs, COALESCE(sum(bytes), 0) AS bytes FROM kept_pdfs WHERE verification_id = $1
  ) AS kept WHERE kept.pdfs < ${MAX_KEPT} AND kept.bytes + $3::integer <= ${MAX_KEPT_BYTES_OF_FILE}
  ON CONFLICT (verification_id, sha256) DO UPDATE SET kept_at = now()`;

/** Keeps the bytes of a PDF encrypted, unless a file has as many as it may have. */
export async function keepPdf(tx: Client, name: Named, content: Buffer): Promise<void> {
  const key = await KEY.find(tx);
  if (!key) throw new Error("the key of kept PDFs was not stored");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(name));
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  await tx.query(KEEP, [name.verification_id, name.sha256, content.length, nonce, ciphertext]);
}

const KEPT = "SELECT nonce, ciphertext FROM kept_pdfs WHERE verification_id = $1 AND sha256 = $2";

/** The bytes of a kept PDF; null if they are not kept. Throws VaultError for altered ones. */
export async function openKeptPdf(client: Client, name: Named): Promise<Buffer | null> {
  const { rows } = await client.query<{ nonce: Buffer; ciphertext: Buffer }>(KEPT, [name.verification_id, name.sha256]);
  const [row] = rows;
  if (!row) return null;
  const key = await KEY.find(client);
  if (!key) throw new VaultError("The key of kept PDFs is missing.");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, row.nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(name))
      .setAuthTag(row.ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(row.ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new VaultError("A kept PDF was altered or belongs to another file.");
  }
}
