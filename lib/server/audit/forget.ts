import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";

/**
 * Deletes what the retention no longer keeps, and says how much that was. Within the caller's transaction, and the
 * trigger lets go of nothing else: the setting ends with it, and names the time before which entries may go.
 */
export async function forgetAudit(tx: Client, keptSince: Instant): Promise<number> {
  await tx.query("SELECT set_config('cotejo.audit_kept_since', $1, true)", [keptSince]);
  const { rowCount } = await tx.query("DELETE FROM audit_log WHERE at < $1", [keptSince]);
  await tx.query("SELECT set_config('cotejo.audit_kept_since', '', true)");
  return rowCount ?? 0;
}
