import { readOpenedPdfs } from "#lib/server/curp-file/opened-pdfs.ts";
import type { Pooled } from "#lib/server/db/database.ts";
import type { PackageFile } from "./manifest.ts";

/**
 * The PDFs that authors of decisions had opened, as far as their bytes are kept, each once. They show people whole. Their
 * digests are in the sealed entries of the decisions.
 */
export async function* readPdfs(verification_id: string, { pool }: Pooled): AsyncGenerator<PackageFile, void> {
  const known = new Set<string>();
  for (const { sha256, content } of await readOpenedPdfs(pool, verification_id)) {
    if (known.has(sha256)) continue;
    known.add(sha256);
    const bytes = await content();
    if (bytes) yield { name: `pdfs/${sha256}.pdf`, content: bytes };
  }
}
