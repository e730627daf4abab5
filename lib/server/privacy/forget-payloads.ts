import type { SnapshotSubject } from "#lib/contract/events/snapshot.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Client } from "#lib/server/db/database.ts";
import { type ClaimedRow, claimPayloads } from "#lib/server/inbox/claim.ts";
import { RowError } from "#lib/server/inbox/drain-errors.ts";
import { readBatch } from "#lib/server/inbox/drain-read.ts";

const FORGET = `
  UPDATE inbox SET body = NULL, stated = told.stated
  FROM json_to_recordset($1::json) AS told(id bigint, stated jsonb) WHERE inbox.id = told.id`;

/**
 * Lets go of the payloads of what was applied and came in before a time: deliveries, or readings of one subject. In their
 * place they keep the rows that they add, so that a rebuild adds them again. Bodies of readings are shared, and go once
 * nobody needs them (`lib/server/inbox/bodies.ts`). Returns how many, at most `limit`.
 */
export async function forgetPayloads(
  tx: Client,
  which: { subject: SnapshotSubject | null; before: Instant; limit: number },
): Promise<number> {
  const rows = await claimPayloads(tx, which);
  if (rows.length === 0) return 0;
  await tx.query(FORGET, [JSON.stringify(rows.map((row) => ({ id: row.id, stated: statedBy(row) })))]);
  return rows.length;
}

/** The rows that it adds; none for what the contract does not understand any more, and a rebuild would set aside. */
function statedBy(row: ClaimedRow): object {
  try {
    const { deliveries, snapshots } = readBatch([row]);
    return deliveries[0]?.facts ?? snapshots[0]?.row ?? [];
  } catch (error) {
    if (error instanceof RowError) return [];
    throw error;
  }
}
