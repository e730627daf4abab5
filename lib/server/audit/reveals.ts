import type { Reveal } from "#lib/contract/secrets/secret.ts";
import { type Database, database, inTransaction } from "#lib/server/db/database.ts";
import type { Actor } from "./actor.ts";
import type { AuditIds } from "./ids.ts";
import { writeAudit } from "./write.ts";

type Subject = Pick<Reveal, "kind" | "subject_id">;

/** The ids of a once-only value: its own, and that of the webhook or key that it belongs to. */
export const revealIds = ({ id, kind, subject_id }: Subject & { id: string }): AuditIds => ({
  reveal_id: id,
  ...(kind === "api_key" ? { api_key_id: subject_id } : { webhook_id: subject_id }),
});

/**
 * Records that values leave for a page once more. A page asks for them again with every reload and every change, and they
 * are held for ten minutes at most: each is written once.
 */
export async function recordRevealsShown(
  reveals: readonly (Subject & Pick<Reveal, "id">)[],
  actor: Actor,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<void> {
  if (reveals.length === 0) return;
  await inTransaction(pool, async (tx) => {
    for (const { id, kind, subject_id } of reveals) {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`reveal ${id}`]);
      const { rowCount } = await tx.query("SELECT FROM audit_log WHERE action = 'reveal.shown' AND ids @> $1 LIMIT 1", [
        { reveal_id: id },
      ]);
      if (rowCount) continue;
      const ids = revealIds({ id, kind, subject_id });
      await writeAudit(tx, { action: "reveal.shown", ids, actor });
    }
  });
}
