import type { NamedFile } from "#lib/core/contract/verifications/named-file.ts";
import { findFile, idsIn } from "#lib/core/server/titles/find-file.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { isBlocked, isErased } from "./erasure-marks.ts";

/**
 * The file that a typed or pasted text names, as `findFile`, or a blocked or erased one. A command resolves here each id
 * from a person or another system, so that nothing is said about a file that was never found.
 */
export async function resolveFile(client: Client, text: string): Promise<NamedFile> {
  for (const verification_id of idsIn(text)) {
    if (await isBlocked(client, verification_id)) return { state: "blocked", verification_id };
  }
  const found = await findFile(client, text);
  if (found.state !== "unknown") return found;
  for (const verification_id of idsIn(text)) {
    if (await isErased(client, verification_id)) return { state: "erased", verification_id };
  }
  return found;
}
