import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "#lib/platform/server/base/log.ts";
import {
  AFTER_ERROR_MS,
  describeError,
  type Loop,
  pauseUntil,
  pollInterval,
  startLoop,
} from "#lib/sandbox/base/loop.ts";
import type { Pool } from "#lib/sandbox/store/database.ts";
import {
  type DueDelivery,
  dueDeliveries,
  earliestDelivery,
  markDelivered,
  markFailed,
  postponeDelivery,
  pruneDeliveries,
  repeatDelivery,
  retryDelivery,
} from "#lib/sandbox/store/deliveries.ts";
import { createSigningTime, isSignedAnew, type Outcome, receiverTimeouts, retryDelay, send } from "./send.ts";

/** The maximum per webhook, so that a hanging receiver does not occupy the whole sender. */
const PER_WEBHOOK = 32;
const CONCURRENCY = 128;
/** The copy of a duplicated delivery follows after this time, before the time scale. */
const COPY_DELAY_MS = 3_000;
/** Pause while a signature is taken. Not shortened by the time scale, since signatures count whole seconds. */
const SIGNATURE_TAKEN_MS = 1_000;
const PRUNE_INTERVAL_MS = 3_600_000;
const RETENTION_MS = 3 * 86_400_000;

/**
 * Sends the outbox until it is stopped. A database has one sandbox, so rows need no lease. A stop abandons running
 * attempts without recording them, so they are repeated after a restart.
 */
export function startSender(pool: Pool, timeScale: number, log: Log): Loop {
  const stopping = new AbortController();
  const held = new Map<string, string>();
  const running = new Set<Promise<void>>();
  const signingTime = createSigningTime();
  const delivered = createBatch<string>((ids) => markDelivered(pool, ids, new Date()));
  let prunedAt = 0;

  const busy = (webhookId: string) => [...held.values()].filter((id) => id === webhookId).length;

  function start(delivery: DueDelivery): void {
    held.set(delivery.id, delivery.webhook_id);
    const work = attempt(delivery)
      .catch((error: Error) => {
        if (!stopping.signal.aborted)
          log.warn({ delivery: delivery.id, error: describeError(error) }, "delivery not recorded");
      })
      .finally(() => {
        held.delete(delivery.id);
        running.delete(work);
        if (busy(delivery.webhook_id) === PER_WEBHOOK / 2) loop.wake();
      });
    running.add(work);
  }

  async function attempt(delivery: DueDelivery): Promise<void> {
    const { id } = delivery;
    if (!delivery.enabled && !delivery.repeated) return markFailed(pool, id, "webhook disabled", new Date());
    const t = isSignedAnew(delivery, Date.now()) ? signingTime.take(delivery) : delivery.first_t;
    if (t === null) return postponeDelivery(pool, id, new Date(Date.now() + SIGNATURE_TAKEN_MS));
    const secret = delivery.forged ? `not ${delivery.secret}` : delivery.secret;
    const outcome = await send({ ...delivery, secret, t }, receiverTimeouts(timeScale), stopping.signal);
    const now = Date.now();
    return retryRecording(delivery, () => record(delivery, t, outcome, now));
  }

  function record(delivery: DueDelivery, t: number, outcome: Outcome, now: number): Promise<void> {
    const { id, failures } = delivery;
    // A copy follows a successful delivery, and does not change its state.
    if (delivery.repeated || (outcome.ok && !delivery.twice)) return delivered(id);
    if (outcome.ok) return repeatDelivery(pool, id, t, new Date(now + COPY_DELAY_MS / timeScale));
    const delay = retryDelay(failures, timeScale);
    if (delay === null) return markFailed(pool, id, outcome.error, new Date(now));
    return retryDelivery(pool, { id, failures }, t, outcome.error, new Date(now + delay));
  }

  /** Retries the recording of an outcome: an attempt is repeated only if the sandbox stops before that succeeds. */
  async function retryRecording(delivery: DueDelivery, write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        log.warn({ delivery: delivery.id, error: describeError(error) }, "outcome not recorded yet");
        await wait(AFTER_ERROR_MS, undefined, { signal: stopping.signal });
      }
    }
  }

  async function round(): Promise<number> {
    const now = Date.now();
    if (now - prunedAt > PRUNE_INTERVAL_MS) {
      await pruneDeliveries(pool, new Date(now - RETENTION_MS));
      prunedAt = now;
    }
    const earliest = await earliestDelivery(pool);
    if (held.size === 0 && (earliest === null || earliest.getTime() > now)) return pauseUntil(earliest);
    for (const delivery of await dueDeliveries(pool, new Date(now), PER_WEBHOOK, [...held.keys()])) {
      if (held.size >= CONCURRENCY || stopping.signal.aborted) break;
      if (busy(delivery.webhook_id) < PER_WEBHOOK) start(delivery);
    }
    return held.size > 0 ? pollInterval(timeScale) : pauseUntil(await earliestDelivery(pool));
  }

  const loop = startLoop("deliveries", log, round);
  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(running);
    },
  };
}

/**
 * Lets many callers share one statement: entries added while `write` is running are written together by the next one.
 * Each caller's promise settles with the `write` of its entry.
 */
export function createBatch<Entry>(write: (entries: Entry[]) => Promise<void>): (entry: Entry) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let open: { entries: Entry[]; written: Promise<void> } | undefined;

  function begin() {
    const entries: Entry[] = [];
    const written = last
      .catch(() => undefined)
      .then(() => {
        open = undefined;
        return write(entries);
      });
    last = written;
    return { entries, written };
  }

  return (entry) => {
    open ??= begin();
    open.entries.push(entry);
    return open.written;
  };
}
