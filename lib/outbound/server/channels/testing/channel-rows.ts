import { randomBytes } from "node:crypto";
import { sealSecret } from "#lib/core/server/vault/vault.ts";
import type { ChannelKind } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { enqueue } from "#lib/outbound/server/channels/outgoing.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Stores a channel as the commands do; returns its id. */
export async function addChannel(
  { pool }: Pooled,
  { kind, url, to = [], secret = "a signing secret" }: NewChannelRow,
): Promise<string> {
  const id = `ch_${randomBytes(12).toString("hex")}`;
  const sealed =
    kind === "chat"
      ? await sealSecret(pool, { kind: "channel_address", owner: id, value: url ?? "" })
      : kind === "webhook"
        ? await sealSecret(pool, { kind: "channel_secret", owner: id, value: secret })
        : null;
  await pool.query(
    `INSERT INTO channels (id, kind, name, url, recipients, events, locale, secret_id)
     VALUES ($1, $2, $1, $3, $4, '{}', 'en', $5)`,
    [id, kind, kind === "chat" ? null : url, to, sealed],
  );
  return id;
}

type NewChannelRow = { kind: ChannelKind; url?: string; to?: string[]; secret?: string };

/** Queues test messages for a channel. */
export const queueTests = (connection: Pooled, channel_id: string, count: number): Promise<number> =>
  enqueue(
    connection.pool,
    Array.from({ length: count }, (_, index) => ({
      target: { channel_id },
      kind: "test",
      source: String(index),
      payload: { channel_id },
    })),
  );
