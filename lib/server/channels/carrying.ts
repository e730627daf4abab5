import type { ChannelEvent } from "#lib/contract/channels/channel-events.ts";
import type { Client } from "#lib/server/db/database.ts";

/** The channels that carry a kind of message, as targets; paused channels too, whose messages wait. */
export async function channelsCarrying(tx: Client, kind: ChannelEvent): Promise<{ channel_id: string }[]> {
  const { rows } = await tx.query<{ channel_id: string }>(
    "SELECT id AS channel_id FROM channels WHERE $1 = ANY(events) ORDER BY id",
    [kind],
  );
  return rows;
}
