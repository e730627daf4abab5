import { addressOfOriginal, type OriginalFacts, type Originals } from "#lib/core/contract/verifications/originals.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** The address template of the originals of items; null without one. */
export async function readOriginals({ pool }: Pooled = database()): Promise<Originals> {
  const { rows } = await pool.query<{ template: string }>("SELECT template FROM originals");
  return { template: rows[0]?.template ?? null };
}

/** Sets the template, and returns the previous one. */
export function setOriginals({ template }: Originals, { pool }: Pooled = database()): Promise<Originals> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ template: string }>("DELETE FROM originals RETURNING template");
    if (template !== null) {
      await tx.query(
        "INSERT INTO originals (template) VALUES ($1) ON CONFLICT (singleton) DO UPDATE SET template = EXCLUDED.template",
        [template],
      );
    }
    return { template: rows[0]?.template ?? null };
  });
}

const ITEM = `
  SELECT summary.tag, originals.template FROM verification_summaries AS summary CROSS JOIN originals
  WHERE summary.verification_id = $1
    AND EXISTS (SELECT FROM item_changes WHERE verification_id = $1 AND item_id = $2)`;

/** The address of an item's original; null for an unknown item, or without a template. */
export async function originalOf(
  { verification_id, item_id }: Pick<OriginalFacts, "verification_id" | "item_id">,
  { pool }: Pooled = database(),
): Promise<string | null> {
  const { rows } = await pool.query<{ tag: string | null; template: string }>(ITEM, [verification_id, item_id]);
  const [item] = rows;
  return item ? addressOfOriginal(item.template, { verification_id, item_id, tag: item.tag }) : null;
}
