import type { Permission } from "#lib/contract/access/permissions.ts";
import type { FactKind, LiveMessage } from "#lib/contract/verifications/activity.ts";
import { type Client, type Database, database } from "#lib/server/db/database.ts";
import type { PresenceNotice } from "./presence.ts";

export const LIVE_CHANNEL = "cotejo_live";

/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const MAX_BYTES = 7_900;

/**
 * Announces which verifications a transaction changed, and how. Delivered when it commits, and only then. Ids are at
 * most 200 code units, so a message always fits; they are packed into as few as the limit allows. With a permission only
 * readers who hold it are told.
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
 * Tells every dashboard that a tab has a file open. Nothing is stored; false where the verification is not known. Ids and
 * names are bounded, so that it is below the limit.
 */
export async function notifyPresence(
  notice: PresenceNotice,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<boolean> {
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
