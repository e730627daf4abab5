import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#lib/server/db/database.ts";
import { listen } from "#lib/server/db/listen.ts";
import { type DrainResult, drainInbox } from "#lib/server/inbox/drain.ts";
import { retryRefusedByDatabase, retryUnrecognized } from "#lib/server/inbox/replay.ts";
import { INBOX_CHANNEL } from "#lib/server/inbox/store-deliveries.ts";
import { backoffMs } from "./backoff.ts";
import { createBell } from "./bell.ts";
import { type PeriodicTask, runTasks } from "./tasks.ts";

/** Announcements may be lost with a connection, and a row that failed is due by the clock: so it looks by itself too. */
const POLL_MS = 1_000;

/** During an update a receiver or worker of the older contract may go on keeping rows that this one understands. */
const UNDERSTOOD_MS = 60_000;

export type WorkerOptions = {
  database: Database;
  databaseUrl: string;
  tasks: readonly PeriodicTask[];
  /** How often to look for what an older contract did not understand; at the start in any case. */
  understoodMs?: number;
  /** Aborting it ends the worker once the batch in hand is committed. */
  signal: AbortSignal;
  /** Called once, when the worker listens and has reached the database. */
  onReady?: () => void;
  /** The loop that drains has come round once more, also where draining failed. */
  onTurn?: () => void;
  /** Rows were taken from the inbox. */
  onDrained?: (result: DrainResult) => void;
  /** Something is in the way, `during` says at what; the worker goes on trying. */
  onTrouble?: (during: string, error: unknown) => void;
};

/**
 * Drains the inbox whenever something comes in and runs the periodic tasks, until told to stop. Losing the database
 * stops nothing: it tries again with backoff. Never rejects. Any number of workers may run side by side.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { databaseUrl, tasks, signal } = options;
  const trouble = options.onTrouble ?? (() => undefined);
  const bell = createBell();
  let ready = false;
  const onWake = () => {
    bell.ring();
    if (!ready) options.onReady?.();
    ready = true;
  };
  await Promise.all([
    listen(
      databaseUrl,
      {
        name: "cotejo worker listen",
        channel: INBOX_CHANNEL,
        onConnected: onWake,
        onNotification: onWake,
        onError: (error) => trouble("listen", error),
      },
      signal,
    ),
    drainForever(options, (ms) => bell.wait(ms, signal), trouble),
    runTasks([...tasks, understand(options)], signal, trouble),
  ]);
}

/** Deliveries that an older contract did not understand go back to `pending` (design §4, Inbox). */
const understand = ({ database, understoodMs }: WorkerOptions): PeriodicTask => ({
  name: "what an older contract did not understand",
  everyMs: understoodMs ?? UNDERSTOOD_MS,
  run: () => retryUnrecognized(database),
});

async function drainForever(
  { database, signal, onDrained, onTurn }: WorkerOptions,
  pause: (ms: number) => Promise<void>,
  trouble: (during: string, error: unknown) => void,
): Promise<void> {
  let failures = 0;
  let first = true;
  while (!signal.aborted) {
    onTurn?.();
    try {
      if (first) await retryRefusedByDatabase(database);
      first = false;
      const result = await drainInbox(database, { signal, ...(onTurn && { onBatch: onTurn }) });
      failures = 0;
      if (result.applied + result.unrecognized + result.failed > 0) onDrained?.(result);
      await pause(POLL_MS);
    } catch (error) {
      failures += 1;
      trouble("drain", error);
      await delay(backoffMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }
}
