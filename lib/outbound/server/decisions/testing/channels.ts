import { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import type { DecisionEventPayload } from "#lib/outbound/contract/channels/decision-event.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** A webhook channel with these events, and without an address. */
export async function createChannel(
  { pool }: Pooled,
  id: string,
  events: readonly string[] = DECISION_EVENTS,
): Promise<string> {
  await pool.query(
    `INSERT INTO channels (id, kind, name, url, events, locale, created_at)
     VALUES ($1, 'webhook', $1, 'https://core.example/hook', $2, 'en', clock_timestamp())`,
    [id, events],
  );
  return id;
}

export type QueuedEvent = {
  channel_id: string;
  kind: string;
  source: string;
  verification_id: string;
  sequence: number;
  payload: DecisionEventPayload;
  state: "pending" | "sent" | "failed" | "superseded";
};

const QUEUED = `
  SELECT channel_id, kind, source, verification_id, sequence, payload, state FROM outgoing
  WHERE sequence IS NOT NULL ORDER BY verification_id, sequence, channel_id`;

/** The decision events of the queue, by file and sequence. */
export const queuedEvents = async ({ pool }: Pooled): Promise<QueuedEvent[]> =>
  (await pool.query<QueuedEvent>(QUEUED)).rows;
