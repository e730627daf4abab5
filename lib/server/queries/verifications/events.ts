import { instantFromMs } from "#lib/contract/time.ts";
import type { DeliveryEntry, VerificationEvents } from "#lib/contract/verification.ts";
import { type Database, database } from "#lib/server/db/database.ts";

const PAGE = 50;

type Row = Omit<DeliveryEntry, "kind" | "entry_id" | "payload" | "signed_at"> & { signed_at: number; body: Buffer };

/** UTF-8 as it came, or null: a payload is shown as it was sent, or said to be unreadable, never repaired. */
function payloadText(body: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

/**
 * The deliveries about a verification, newest received first, with their payloads. The cursor is the last
 * `delivery_id`. A verification without deliveries yields an empty list.
 */
export async function listVerificationEvents(
  input: { verification_id: string; cursor?: string | null; limit?: number },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<VerificationEvents> {
  const limit = Math.min(Math.max(input.limit ?? PAGE, 1), PAGE);
  const before = /^\d{1,15}$/.test(input.cursor ?? "") ? Number(input.cursor) : null;
  const { rows } = await pool.query<Row>(
    `SELECT id AS delivery_id, event_name, state, received_at, signed_at, late, copies, last_error, body
     FROM inbox WHERE verification_id = $1 AND kind = 'delivery' AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [input.verification_id, before, limit + 1],
  );
  const items = rows.slice(0, limit).map(
    ({ body, signed_at, ...row }): DeliveryEntry => ({
      ...row,
      kind: "delivery",
      entry_id: row.delivery_id,
      signed_at: instantFromMs(signed_at * 1000),
      payload: payloadText(body),
    }),
  );
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last ? String(last.entry_id) : null };
}
