import type { FactKind, LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { PresenceNotice } from "./presence.ts";

export const LIVE_CHANNEL = "cotejo_live";

/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const MAX_BYTES = 7_900;

/**
 * Announces the verifications that a transaction changed, with the kinds of change. Delivered on commit only. Ids are
 * at most 200 code units, so a message always fits; they are packed into as few as the limit allows. With a permission
 * only its holders get the message.
 */
export async function notifyChanged(
  client: Client,
  changed: ReadonlyMap<string, ReadonlySet<FactKind>>,
  permission?: Permission,
): Promise<void> {
  for (const payload of packMessages(changed, permission)) {
    await client.query("SELECT pg_notify($1, $2)", [LIVE_CHANNEL, payload]);
  }
}

/**
 * Reports to every dashboard that a tab has a file open. Nothing is stored; false for an unknown verification. Ids and
 * names are bounded, so the payload is below the limit.
 */
export async function notifyPresence(notice: PresenceNotice, { pool }: Pooled = database()): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT FROM verification_summaries, pg_notify($1, $2) WHERE verification_id = $3",
    [LIVE_CHANNEL, JSON.stringify(notice), notice.verification_id],
  );
  return rowCount === 1;
}

/** The payloads: JSON arrays of live messages, each below the limit in bytes. */
export function packMessages(changed: ReadonlyMap<string, ReadonlySet<FactKind>>, permission?: Permission): string[] {
  const payloads: string[] = [];
  let parts: string[] = [];
  let bytes = 2;
  for (const [verification_id, kinds] of changed) {
    const message: LiveMessage = { verification_id, kinds: [...kinds].sort(), ...(permission && { permission }) };
    const part = JSON.stringify(message);
    const size = Buffer.byteLength(part) + 1;
    if (parts.length > 0 && bytes + size > MAX_BYTES) {
      payloads.push(`[${parts.join(",")}]`);
      parts = [];
      bytes = 2;
    }
    parts.push(part);
    bytes += size;
  }
  if (parts.length > 0) payloads.push(`[${parts.join(",")}]`);
  return payloads;
}
