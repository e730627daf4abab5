import { DECISION_EVENTS } from "#lib/contract/channels/channel-events.ts";
import { type DecisionEventPayload, decisionIdOf, microsecondsOf } from "#lib/contract/review/decision-events.ts";
import { type DecisionEvent, type DecisionLogEntry, readHistory } from "#lib/contract/review/decision-history.ts";
import { shownName } from "#lib/contract/text.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { PeriodicTask } from "#lib/server/base/periodic-task.ts";
import { enqueue, type Outgoing } from "#lib/server/channels/outgoing.ts";
import { isBlockedId } from "#lib/server/db/blocked.ts";
import { type Client, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { versionOf } from "#lib/server/verifications/review.ts";
import { isBehind, storePosition, takePosition } from "./position.ts";
import { readLogs } from "./read-log.ts";

/** A channel with decision events; entries from before its creation have none for it. */
type Channel = { id: string; events: string[]; created_at: Instant };

const CHANNELS = "SELECT id, events, created_at FROM channels WHERE events && $1::text[] ORDER BY id";

/** Entries at a time. */
const PAGE = 500;

/** Nothing leaves about a blocked file. */
const NEXT = `
  SELECT id, verification_id FROM review_log AS log WHERE id > $1 AND NOT ${isBlockedId("log.verification_id")}
  ORDER BY id LIMIT ${PAGE}`;

type EntryRow = { id: number; verification_id: string };

/**
 * Queues the decision events of the log's new entries for the channels that carry them, and returns their number. The log
 * is only read. A kill at any point leaves them to the next reading: events and position are one transaction.
 */
export const queueDecisionEvents = async ({ pool }: Pooled): Promise<number> =>
  (await isBehind(pool)) ? inTransaction(pool, queueNew) : 0;

async function queueNew(tx: Client): Promise<number> {
  // As workers do: what is read here is not erased before its events are in the queue, which is erased too.
  await tx.query("LOCK TABLE inbox IN ROW SHARE MODE");
  const position = await takePosition(tx);
  if (!position) return 0;
  const { rows: channels } = await tx.query<Channel>(CHANNELS, [DECISION_EVENTS]);
  let queued = 0;
  let last: number | undefined = channels.length > 0 ? position.settled_id : undefined;
  while (last !== undefined) {
    const { rows } = await tx.query<EntryRow>(NEXT, [last]);
    const ids = [...new Set(rows.map(({ verification_id }) => verification_id))];
    queued += await queueOf(tx, channels, ids, position.settled_id);
    last = rows.length === PAGE ? rows.at(-1)?.id : undefined;
  }
  await storePosition(tx, position);
  return queued;
}

/** Queues the events of these verifications whose entries come after this one. */
async function queueOf(tx: Client, channels: Channel[], ids: string[], settled_id: number): Promise<number> {
  const logs = await readLogs(tx, ids);
  const files = await readFiles(tx, ids);
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

/** Also in a channel that does not carry the later event: it would announce what is true no more. */
const SUPERSEDE = `
  UPDATE outgoing SET state = 'superseded', next_attempt_at = NULL, ended_at = now()
  WHERE verification_id = $1 AND sequence < $2 AND state = 'pending'`;

type File = { verification_id: string; tag: string | null; revision: number; digest: string };

/** During a rebuild there may be no summary for a while. */
const FILES = `
  SELECT verification_id, tag, COALESCE(revision, 0) AS revision, COALESCE(digest, '') AS digest
  FROM unnest($1::text[]) AS verification_id
  LEFT JOIN reviews USING (verification_id) LEFT JOIN verification_summaries USING (verification_id)`;

async function readFiles(tx: Client, ids: readonly string[]): Promise<Map<string, File>> {
  const { rows } = await tx.query<File>(FILES, [ids]);
  return new Map(rows.map((file) => [file.verification_id, file]));
}

function messagesOf(
  { kind, sequence, decision }: DecisionEvent,
  entry: DecisionLogEntry | undefined,
  channels: readonly Channel[],
  file: File | undefined,
): Outgoing[] {
  if (!entry || !file) return [];
  const { verification_id, tag, revision, digest } = file;
  const { entry_id, decided_at, resolution, reason_code, basis_digest, policy_version } = decision;
  const payload: DecisionEventPayload = {
    verification_id,
    verification_tag: shownName(tag),
    decision_id: decisionIdOf({ entry_id, at: decided_at }),
    ...{ resolution, reason_code, decided_at },
    review_version: versionOf(revision, digest),
    ...{ basis_digest, policy_version, sequence },
  };
  // With its time, since entries after a restore may have the ids of lost ones.
  const source = `review_log:${entry.entry_id}:${microsecondsOf(entry.at)}`;
  return channels
    .filter(({ events, created_at }) => events.includes(kind) && entry.at >= created_at)
    .map(({ id }) => ({
      target: { channel_id: id },
      ...{ kind, source, verification_id, payload },
      sequence: BigInt(sequence),
    }));
}

/** The worker's task: with the sender's own pause, an event leaves about a second after its step. */
export const decisionTasks = (connection: Pooled): PeriodicTask[] => [
  { name: "decision events", everyMs: 250, run: () => queueDecisionEvents(connection) },
];
