import { hash } from "node:crypto";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import type { SealedEntry } from "./sealed-entries.ts";

/** A delivery's body as a file of a package. `whole` unless text in it is covered. */
export type BodyFile = { id: number; name: string; sha256: string; whole: boolean; content: Buffer };

const BODY = "SELECT body FROM inbox WHERE id = $1";

/** JSON without escapes that could hide a letter; any other text unchanged. */
function withoutEscapes(text: string): string {
  try {
    return JSON.stringify(parseJson(text));
  } catch {
    return text;
  }
}

/**
 * The bodies of these deliveries as `shown` covers them, one at a time. Throws if a body was deleted since its entry was read: a package is complete
 * or is not made.
 */
export async function* readBodies(
  entries: readonly SealedEntry[],
  shown: (text: string) => Promise<string>,
  { pool }: Pooled,
): AsyncGenerator<BodyFile, void> {
  for (const { id, body_hash } of entries) {
    if (body_hash === null) continue;
    const { rows } = await pool.query<{ body: Buffer | null }>(BODY, [id]);
    const body = rows[0]?.body;
    if (!body || hash("sha256", body) !== body_hash) throw new Error("a delivery changed while its package was made");
    const readable = withoutEscapes(body.toString("utf8"));
    const shortened = await shown(readable);
    const isWhole = shortened.normalize() === readable.normalize();
    const content = isWhole ? body : Buffer.from(shortened);
    const name = isWhole ? `deliveries/${id}.json` : `deliveries/${id}.shortened.json`;
    yield { id, name, sha256: body_hash, whole: isWhole, content };
  }
}
