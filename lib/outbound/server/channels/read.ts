import {
  type Channel,
  type ChannelList,
  type Sending,
  type SendingList,
  type SendingState,
  SHOWN_SENDINGS,
} from "#lib/outbound/contract/channels/channel.ts";
import type { ChannelKind } from "#lib/outbound/contract/channels/channel-kinds.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { isMailConfigured } from "#lib/platform/server/mail/send.ts";
import { eventId } from "./outgoing.ts";

const CHANNELS = `
  SELECT id AS channel_id, kind, name, url, recipients AS to, events, locale, paused, channels.created_at,
    CASE WHEN previous_until > now() THEN previous_until END AS overlap_until,
    (SELECT count(*)::int FROM outgoing WHERE channel_id = channels.id AND outgoing.state = 'pending') AS waiting,
    (SELECT count(*)::int FROM outgoing WHERE channel_id = channels.id AND outgoing.state = 'failed') AS failed,
    last.state AS last_state, last.ended_at AS last_at
  FROM channels LEFT JOIN LATERAL (
    SELECT state, ended_at FROM outgoing WHERE channel_id = channels.id AND state IN ('sent', 'failed')
    ORDER BY id DESC LIMIT 1
  ) AS last ON true`;

type ChannelRow = Omit<Channel, "last"> & { last_state: SendingState | null; last_at: Instant | null };

const channelOf = ({ last_state, last_at, ...channel }: ChannelRow): Channel => ({
  ...channel,
  last: last_state === null || last_at === null ? null : { state: last_state, at: last_at },
});

/** Every channel, by name. */
export async function listChannels({ pool }: Pooled = database()): Promise<ChannelList> {
  const { rows } = await pool.query<ChannelRow>(`${CHANNELS} ORDER BY lower(name), id`);
  return { items: rows.map(channelOf), mail_ready: isMailConfigured() };
}

/** Throws NOT_FOUND. */
export async function readChannel(client: Client, channel_id: string): Promise<Channel> {
  const { rows } = await client.query<ChannelRow>(`${CHANNELS} WHERE id = $1`, [channel_id]);
  if (!rows[0]) throw notFound("The channel");
  return channelOf(rows[0]);
}

export type ChannelSecrets = { kind: ChannelKind; secret_id: string | null; previous_secret_id: string | null };

/** Locks a channel for a change. Throws NOT_FOUND. */
export async function lockChannel(tx: Client, channel_id: string): Promise<ChannelSecrets> {
  const { rows } = await tx.query<ChannelSecrets>(
    "SELECT kind, secret_id, previous_secret_id FROM channels WHERE id = $1 FOR UPDATE",
    [channel_id],
  );
  if (!rows[0]) throw notFound("The channel");
  return rows[0];
}

const SENDINGS = `
  SELECT id AS sending_id, target, source, kind, verification_id, state, attempts, created_at,
    CASE WHEN attempts > 0 OR next_attempt_at > created_at THEN next_attempt_at END AS next_attempt_at, ended_at, status, error, answer
  FROM outgoing WHERE channel_id = $1 ORDER BY id DESC LIMIT ${SHOWN_SENDINGS}`;

type SendingRow = Omit<Sending, "event_id"> & { target: string; source: string };

/** The last messages of a channel. Throws NOT_FOUND. */
export async function listSendings(channel_id: string, { pool }: Pooled = database()): Promise<SendingList> {
  await readChannel(pool, channel_id);
  const { rows } = await pool.query<SendingRow>(SENDINGS, [channel_id]);
  return {
    items: rows.map(({ target, source, ...row }) => ({
      ...row,
      event_id: eventId({ target, source, kind: row.kind }),
    })),
  };
}
