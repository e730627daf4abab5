import type { Actor } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import type { Client } from "#lib/server/db/database.ts";
import { markOf } from "./marks.ts";

/**
 * Lets a verification in again that was erased here, in the transaction that stores what the service says of it now, and
 * records who asked for it; nothing where it was not erased. Signatures of what was erased stay known: a copy of that is
 * no news.
 */
export async function liftErasure(tx: Client, verification_id: string, actor: Actor): Promise<void> {
  // Before any row, as whoever erases does.
  await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
  const mark = await markOf(tx, verification_id);
  if (!mark) return;
  const { rowCount } = await tx.query("DELETE FROM erased_verifications WHERE id_hash = $1", [mark]);
  if (rowCount) await writeAudit(tx, { action: "verification.brought_back", ids: { verification_id }, actor });
}
