import { hash } from "node:crypto";
import type { ChannelEvent } from "#lib/outbound/contract/channels/channel-events.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** The addressee of a message: a channel, the address of a user, or the customer of a letter. */
export type Target = { channel_id: string } | { user_id: string } | { letter_id: string };

/** A message that leaves Cotejo; its payload is JSON without personal data. */
export type Outgoing = {
  target: Target;
  kind: string;
  /** Identifies the cause: the same cause is queued once for a target. */
  source: string;
  verification_id?: string | null;
  /** The time of a decision event in microseconds. A greater sequence of the same verification supersedes the message. */
  sequence?: bigint | null;
  payload: object;
  /** Language of a message to a user; a channel has its own. */
  locale?: Locale | null;
  /** The time of the first attempt; null for at once. */
  due_at?: Instant | null;
};

const ENQUEUE = `
  INSERT INTO outgoing (target, channel_id, user_id, kind, source, verification_id, sequence, payload, locale, next_attempt_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, COALESCE($10, now())) ON CONFLICT DO NOTHING`;

function columnsOf(target: Target): [string, string | null, string | null] {
  if ("channel_id" in target) return [`channel:${target.channel_id}`, target.channel_id, null];
  if ("user_id" in target) return [`user:${target.user_id}`, null, target.user_id];
  return [`letter:${target.letter_id}`, null, null];
}

/** Queues messages in the caller's transaction, except those whose cause is queued already. Returns their number. */
export async function enqueue(tx: Client, messages: readonly Outgoing[]): Promise<number> {
  let queued = 0;
  for (const { target, kind, source, verification_id, sequence, payload, locale, due_at } of messages) {
    const options = [verification_id, sequence, JSON.stringify(payload), locale, due_at].map((value) => value ?? null);
    queued += (await tx.query(ENQUEUE, [...columnsOf(target), kind, source, ...options])).rowCount ?? 0;
  }
  return queued;
}

/** Supersedes the held messages about a kind of alert without an attempt: the newer message has the current state. */
export const SUPERSEDE_HELD = `
  UPDATE outgoing SET state = 'superseded', next_attempt_at = NULL, ended_at = now()
  WHERE state = 'pending' AND attempts = 0 AND next_attempt_at > now()
    AND (kind = $1 OR kind = 'notice' AND payload ->> 'kind' = $1)`;

/** Queues a message for the channels that carry its kind; in a paused channel it waits. */
export async function enqueueForChannels(
  tx: Client,
  message: Omit<Outgoing, "target"> & { kind: ChannelEvent },
): Promise<void> {
  const { rows } = await tx.query<{ channel_id: string }>(
    "SELECT id AS channel_id FROM channels WHERE $1 = ANY(events) ORDER BY id",
    [message.kind],
  );
  const messages = rows.map((target) => ({ ...message, target }));
  await enqueue(tx, messages);
}

/**
 * The id of an event, by which a consumer recognises a repeated event. It is derived from the cause: an event that is
 * queued again after a restore has the same id, and no other event has it.
 */
export const eventId = ({ target, kind, source }: Record<"target" | "kind" | "source", string>): string =>
  `evt_${hash("sha256", JSON.stringify([target, kind, source])).slice(0, 32)}`;
