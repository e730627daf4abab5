import { setTimeout as delay } from "node:timers/promises";
import { deleteSecret } from "#lib/core/server/vault/vault.ts";
import { type ChannelKind, traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { type ClaimedRow, claimNext, recordResult, type SendResult } from "./claim.ts";
import { deliver } from "./deliver.ts";

/** Concurrent attempts to one webhook: a consumer that takes 50 ms gets 10,000 decision events in about a minute. */
const CONCURRENCY = 8;

/** Mails and chats are sent one after the other, but a slow channel delays the next one at most this long. */
const SLOW_MS = 2_000;

const POLL_INTERVAL_MS = 500;

/** The queue of a channel, or the queue of messages to people (null). */
type Lane = { channel_id: string | null; kind: ChannelKind | null };

const DUE_LANES = `
  SELECT id AS channel_id, kind FROM channels
  WHERE NOT paused AND EXISTS (
    SELECT FROM outgoing WHERE channel_id = channels.id AND state = 'pending' AND next_attempt_at <= now()
  )
  UNION ALL
  SELECT NULL, NULL WHERE EXISTS (
    SELECT FROM outgoing WHERE channel_id IS NULL AND state = 'pending' AND next_attempt_at <= now()
  )`;

const NEXT_DUE = `
  SELECT min(next_attempt_at) FROM outgoing
  WHERE state = 'pending' AND (channel_id IS NULL OR EXISTS (SELECT FROM channels WHERE id = channel_id AND NOT paused))`;

const INTERNAL_ERROR: SendResult = { ok: false, permanent: false, status: null, error: "internal", answer: null };

type Deliver = (connection: Pooled, message: ClaimedRow) => Promise<SendResult>;

/**
 * Sends the due messages of the queue. No channel waits for another: each webhook has concurrent attempts of its own, mails
 * and chats take turns. A worker sends one mail or chat at a time, unless one is slow, so that a crash repeats at most one.
 * Any number of workers may run it. A run ends when no message is due and none is under way.
 */
export function createSender(connection: Pooled, send: Deliver = deliver) {
  /** Running attempts, by channel; null is the queue of messages to people. */
  const busy = new Map<string | null, Promise<unknown>>();

  /** Makes the next attempt of a lane. False if no message is due. */
  async function attempt({ channel_id }: Lane): Promise<boolean> {
    const message = await claimNext(connection, channel_id);
    if (!message) return false;
    const result = await send(connection, message).catch(async (error: unknown) => {
      // Otherwise a message that always fails here would be sent again for ever.
      await recordResult(connection, message, INTERNAL_ERROR);
      throw error;
    });
    await recordResult(connection, message, result);
    return true;
  }

  function occupy(channel_id: string | null, work: Promise<unknown>): Promise<unknown> {
    const ended = work.finally(() => busy.delete(channel_id));
    busy.set(channel_id, ended);
    return ended;
  }

  async function drain(lane: Lane, signal: AbortSignal): Promise<void> {
    const sendAll = async () => {
      while (!signal.aborted && (await attempt(lane)));
    };
    // The lane is busy until all of them have ended, even if one failed.
    const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, sendAll));
    for (const result of ended) if (result.status === "rejected") throw result.reason;
  }

  /** Starts or makes attempts in every due lane that is idle. True if another round may find more messages. */
  async function round(signal: AbortSignal, onProblem: (error: unknown) => void): Promise<boolean> {
    const { rows } = await connection.pool.query<Lane>(DUE_LANES);
    const idle = rows.filter(({ channel_id }) => !busy.has(channel_id));
    let sent = false;
    for (const lane of idle) {
      if (signal.aborted) return false;
      if (lane.kind !== null && traitsOf(lane.kind).signs)
        void occupy(lane.channel_id, drain(lane, signal)).catch(onProblem);
      else {
        const ended = occupy(lane.channel_id, attempt(lane)).catch(onProblem);
        await Promise.race([ended, delay(SLOW_MS, undefined, { ref: false })]);
        sent = true;
      }
    }
    return sent;
  }

  return async (signal: AbortSignal): Promise<void> => {
    let problem: unknown;
    const onProblem = (error: unknown) => {
      problem ??= error;
    };
    while (!signal.aborted && problem === undefined) {
      if (await round(signal, onProblem)) continue;
      if (busy.size === 0) break;
      await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
    await Promise.all([...busy.values()].map((ended) => ended.catch(() => undefined)));
    if (problem !== undefined) throw problem;
  };
}

export const channelTasks = (connection: Pooled): PeriodicTask[] => [
  { name: "messages to channels and people", everyMs: POLL_INTERVAL_MS, due: NEXT_DUE, run: createSender(connection) },
  { name: "old messages to channels and people", everyMs: 60_000, run: () => forgetOld(connection) },
];

/** Ended messages are kept this long; waiting messages, as of a paused channel, expire after it. */
const KEPT = "interval '30 days'";
const BATCH = 1_000;

const EXPIRE = `
  UPDATE outgoing SET state = 'failed', error = 'expired', next_attempt_at = NULL, ended_at = now()
  WHERE id IN (SELECT id FROM outgoing WHERE state = 'pending' AND created_at < now() - ${KEPT} LIMIT ${BATCH})`;

const DELETE = `
  DELETE FROM outgoing
  WHERE id IN (SELECT id FROM outgoing WHERE ended_at < now() - ${KEPT} ORDER BY ended_at LIMIT ${BATCH})`;

const ENDED_OVERLAPS = `
  SELECT id, previous_secret_id FROM channels WHERE previous_until <= now() AND previous_secret_id IS NOT NULL
  FOR UPDATE SKIP LOCKED`;

/** Deletes old ended messages, ends old waiting ones, and deletes replaced secrets after their overlap. */
export async function forgetOld({ pool }: Pooled): Promise<void> {
  await pool.query(EXPIRE);
  while (((await pool.query(DELETE)).rowCount ?? 0) === BATCH);
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; previous_secret_id: string }>(ENDED_OVERLAPS);
    for (const { id, previous_secret_id } of rows) {
      await tx.query("UPDATE channels SET previous_secret_id = NULL, previous_until = NULL WHERE id = $1", [id]);
      await deleteSecret(tx, previous_secret_id);
    }
  });
}
