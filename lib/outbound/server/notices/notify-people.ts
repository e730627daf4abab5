import type { LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import { LIVE_CHANNEL } from "#lib/core/server/live/notify.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** So many messages fit into a payload, which PostgreSQL limits to 8,000 bytes. */
const USERS_PER_PAYLOAD = 40;

/** Announces to open pages of these users, on commit, that their notices have changed. */
export async function notifyPeople(client: Client, user_ids: Iterable<string>): Promise<void> {
  const messages = [...new Set(user_ids)].map(
    (user_id): LiveMessage => ({ verification_id: "", kinds: ["notices"], user_id }),
  );
  for (let at = 0; at < messages.length; at += USERS_PER_PAYLOAD) {
    const payload = JSON.stringify(messages.slice(at, at + USERS_PER_PAYLOAD));
    await client.query("SELECT pg_notify($1, $2)", [LIVE_CHANNEL, payload]);
  }
}
