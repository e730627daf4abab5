import { type DecisionEvent, type DecisionLogEntry, readHistory } from "#lib/desk/contract/review/decision-history.ts";
import { decisionIdOf, microsecondsOf } from "#lib/desk/contract/review/decision-id.ts";
import { isBlockedId } from "#lib/desk/server/custody/blocked.ts";
import { versionOf } from "#lib/desk/server/review-log/reviews.ts";
import { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import type { DecisionEventPayload } from "#lib/outbound/contract/channels/decision-event.ts";
import { enqueue, type Outgoing } from "#lib/outbound/server/channels/outgoing.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Client, findRow, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { type Follower, follow } from "#lib/platform/server/db/follow.ts";
import { readLogs } from "./read-log.ts";

/** A channel with decision events; it gets no events of entries from before its creation. */
type Channel = { id: string; events: string[]; created_at: Instant };

const CHANNELS = "SELECT id, events, created_at FROM channels WHERE events && $1::text[] ORDER BY id";

const PAGE = 500;

/** No message about a blocked file is sent. */
const NEXT = `
  SELECT id, verification_id FROM review_log AS log WHERE id > $1 AND NOT ${isBlockedId("log.verification_id")}
  ORDER BY id LIMIT ${PAGE}`;

const followed = (): Follower => follow("review_log");

/** The events of all entries up to `settled_id` are queued, and no smaller entry can appear. */
const BEHIND = "settled_id < COALESCE((SELECT max(id) FROM review_log), 0)";
const IS_BEHIND = `SELECT ${BEHIND} AS behind FROM decision_events_read`;

/**
 * Queues the decision events of the log's new entries for the channels that carry them, and returns their number. The log
 * is only read. Events and position are stored in one transaction, so that the next run continues after a crash.
 */
export async function queueDecisionEvents({ pool }: Pooled, follower = followed()): Promise<number> {
  if (!(await findRow<{ behind: boolean }>(pool, IS_BEHIND))?.behind) return 0;
  const settled = await follower.settledEnd(pool);
  return inTransaction(pool, (tx) => queueNew(tx, settled));
}

/** No row while another worker has the position. */
const TAKE = "SELECT settled_id FROM decision_events_read FOR UPDATE SKIP LOCKED";

const ADVANCE = "UPDATE decision_events_read SET settled_id = GREATEST(settled_id, $1)";

/**
 * Each run reads all entries after `settled_id` again: some of them may have been invisible to earlier runs. `settled`: the
 * id up to which every entry is visible by now.
 */
async function queueNew(tx: Client, settled: number | null): Promise<number> {
  // Locks as workers do: an erasure waits until the events of its file are in the queue, and deletes them there.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const position = await findRow<{ settled_id: number }>(tx, TAKE);
  if (!position) return 0;
  const { rows: channels } = await tx.query<Channel>(CHANNELS, [DECISION_EVENTS]);
  let queued = 0;
  let last: number | undefined = channels.length > 0 ? position.settled_id : undefined;
  while (last !== undefined) {
    const { rows } = await tx.query<{ id: number; verification_id: string }>(NEXT, [last]);
    const ids = [...new Set(rows.map(({ verification_id }) => verification_id))];
    queued += await queueOf(tx, channels, ids, position.settled_id);
    last = rows.length === PAGE ? rows.at(-1)?.id : undefined;
  }
  if (settled !== null) await tx.query(ADVANCE, [settled]);
  return queued;
}

/** Queues the events of these verifications whose entries come after this one. */
async function queueOf(tx: Client, channels: Channel[], ids: string[], settled_id: number): Promise<number> {
  const logs = await readLogs(tx, ids);
  const { rows } = await tx.query<File>(FILES, [ids]);
  const files = new Map(rows.map((file) => [file.verification_id, file]));
  let queued = 0;
  for (const [verification_id, log] of logs) {
    const entries = new Map(log.map((entry) => [entry.entry_id, entry]));
    const events = readHistory(log).events.filter(({ entry_id }) => entry_id > settled_id);
    const messages = events.flatMap((event) =>
      messagesOf(event, entries.get(event.entry_id), channels, files.get(verification_id)),
    );
    queued += await enqueue(tx, messages);
    const newest = events.at(-1);
    if (newest) await tx.query(SUPERSEDE, [verification_id, newest.sequence]);
  }
  return queued;
}

/** Also in a channel that does not carry the later event: the earlier event is no longer true. */
const SUPERSEDE = `
  UPDATE outgoing SET state = 'superseded', next_attempt_at = NULL, ended_at = now()
  WHERE verification_id = $1 AND sequence < $2 AND state = 'pending'`;

type File = { verification_id: string; tag: string | null; revision: number; digest: string };

/** During a rebuild a file may have no summary for a while. */
const FILES = `
  SELECT verification_id, tag, COALESCE(revision, 0) AS revision, COALESCE(digest, '') AS digest
  FROM unnest($1::text[]) AS verification_id
  LEFT JOIN reviews USING (verification_id) LEFT JOIN verification_summaries USING (verification_id)`;

function messagesOf(
  { kind, sequence, decision }: DecisionEvent,
  entry: DecisionLogEntry | undefined,
  channels: readonly Channel[],
  file: File | undefined,
): Outgoing[] {
  if (!entry || !file) return [];
  const { verification_id, tag, revision, digest } = file;
  const { entry_id, decided_at, resolution, reason_code, exceptions, basis_digest, policy_version } = decision;
  const payload: DecisionEventPayload = {
    verification_id,
    verification_tag: shownName(tag),
    decision_id: decisionIdOf({ entry_id, at: decided_at }),
    ...{ resolution, reason_code, exceptions, decided_at },
    review_version: versionOf(revision, digest),
    ...{ basis_digest, policy_version, sequence },
  };
  // The source has the entry's time, since entries after a restore may have the ids of lost entries.
  const source = `review_log:${entry.entry_id}:${microsecondsOf(entry.at)}`;
  return channels
    .filter(({ events, created_at }) => events.includes(kind) && entry.at >= created_at)
    .map(({ id }) => ({
      target: { channel_id: id },
      ...{ kind, source, verification_id, payload },
      sequence: BigInt(sequence),
    }));
}

/** The worker's task: together with the sender's interval, an event is sent about a second after its step. */
export function decisionTasks(connection: Pooled): PeriodicTask[] {
  const follower = followed();
  return [
    {
      name: "decision events",
      everyMs: 250,
      due: `SELECT '-infinity'::timestamptz FROM decision_events_read WHERE ${BEHIND}`,
      run: () => queueDecisionEvents(connection, follower),
    },
  ];
}
