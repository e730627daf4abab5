import { setTimeout as delay } from "node:timers/promises";
import { type DrainResult, drainInbox } from "#lib/core/server/inbox/drain.ts";
import { describeFailure, isTransient } from "#lib/core/server/inbox/drain-errors.ts";
import { readMarkedAgain } from "#lib/core/server/inbox/read-again.ts";
import { retryRefusedByDatabase, retryUnrecognized } from "#lib/core/server/inbox/replay.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Database, findRow } from "#lib/platform/server/db/database.ts";
import { listen, WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { type Activity, createActivity } from "./activity.ts";

/** Interval of draining while there may be work, and its longest pause: a notification may be lost with its connection. */
const POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;

/** SQL: when a row of the inbox is due again after a failure. */
const RETRY_DUE = "SELECT min(next_attempt_at) FROM inbox WHERE state = 'pending'";

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** During an update a receiver or worker of the older contract may store rows that this version understands. */
const RETRY_UNRECOGNIZED_MS = 60_000;

export type WorkerOptions = {
  database: Database;
  databaseUrl: string;
  tasks: readonly PeriodicTask[];
  /** The interval of retries of deliveries that an older contract did not understand; they are also retried at the start. */
  retryMs?: number;
  /** Aborting it ends the worker once the current batch is committed. */
  signal: AbortSignal;
  /** Called once, when the worker listens and has reached the database. */
  onReady?: () => void;
  /** Called after each round of the draining loop, even if draining failed. */
  onTurn?: () => void;
  /** Called with the rows taken from the inbox. */
  onDrained?: (result: DrainResult) => void;
  /** Called with a failure and the work that failed; the worker keeps trying. */
  onProblem?: (during: string, error: unknown) => void;
};

/**
 * Drains the inbox whenever a delivery arrives and runs the periodic tasks, until `signal` aborts. Without the database
 * it retries with backoff. Never rejects. Any number of workers may run side by side.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { databaseUrl, tasks, signal } = options;
  const report = options.onProblem ?? (() => undefined);
  const pause = createPause(signal);
  const activity = createActivity({ look: () => nextDue(options), onAnnounce: pause.wake, signal });
  let ready = false;
  const onWake = () => {
    activity.announce();
    if (!ready) options.onReady?.();
    ready = true;
  };
  await Promise.all([
    listen(
      databaseUrl,
      {
        name: "cotejo worker listen",
        channel: WORK_CHANNEL,
        onConnected: onWake,
        onNotification: onWake,
        onError: (error) => report("listen", error),
      },
      signal,
    ),
    drainForever(options, () => pause.wait(activity.isBusy() ? POLL_MS : IDLE_POLL_MS), report),
    runTasks([...tasks, ...contractTasks(options)], activity, signal, report),
    activity.watch(),
  ]);
}

/** Milliseconds until the earliest work of the inbox or of a task is due; null without any. */
async function nextDue({ database, tasks }: WorkerOptions): Promise<number | null> {
  const times = [RETRY_DUE, ...tasks.flatMap(({ due }) => due ?? [])].map((text) => `(${text})`);
  const look = `
    SELECT CASE WHEN due <= now() THEN 0 ELSE extract(epoch FROM due - now())::float8 * 1000 END AS ms
    FROM (SELECT least(${times.join(", ")}) AS due) AS earliest`;
  return (await findRow<{ ms: number | null }>(database.pool, look))?.ms ?? null;
}

/** Puts deliveries that an older contract did not understand or misunderstood back to `pending` (design §4, Inbox). */
const contractTasks = ({ database, retryMs = RETRY_UNRECOGNIZED_MS }: WorkerOptions): PeriodicTask[] => [
  { name: "retry of unrecognized deliveries", everyMs: retryMs, run: () => retryUnrecognized(database) },
  {
    name: "reading again what was read with shortened keys",
    everyMs: retryMs,
    run: (signal) => readMarkedAgain(database, signal),
  },
];

async function drainForever(
  { database, signal, onDrained, onTurn }: WorkerOptions,
  pause: () => Promise<void>,
  report: (during: string, error: unknown) => void,
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
      await pause();
    } catch (error) {
      failures += 1;
      report("drain", error);
      await delay(backoffMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** A pause that `wake` ends; a wake-up without a waiter ends the next pause at once. After `stop` no pause lasts. */
export function createPause(stop: AbortSignal) {
  let woken = new AbortController();
  const wake = () => woken.abort();
  stop.addEventListener("abort", wake, { once: true });
  return {
    wake,
    async wait(ms: number): Promise<void> {
      if (stop.aborted) return;
      await delay(ms, undefined, { signal: woken.signal }).catch(() => undefined);
      if (woken.signal.aborted) woken = new AbortController();
    },
  };
}

const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

/** The wait after this number of failures in a row (1 is the first): it doubles up to five seconds. */
const backoffMs = (failures: number): number => Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS);

/**
 * Runs each task at once and then `everyMs` after its end, until the signal aborts; a task with `due` rests while nothing
 * is announced or due. A failing task is reported and runs again at its next time, without effect on the others or the
 * process.
 */
async function runTasks(
  tasks: readonly PeriodicTask[],
  activity: Activity,
  signal: AbortSignal,
  onProblem: (task: string, error: unknown) => void,
): Promise<void> {
  await Promise.all(tasks.map((task) => repeat(task, activity, signal, onProblem)));
}

async function repeat(
  task: PeriodicTask,
  activity: Activity,
  signal: AbortSignal,
  onProblem: (task: string, error: unknown) => void,
): Promise<void> {
  const { everyMs, due, atLeastMs = MAX_TIMER_MS } = task;
  while (!signal.aborted) {
    const count = activity.count();
    try {
      await task.run(signal);
    } catch (error) {
      if (!signal.aborted) onProblem(task.name, error);
    }
    if (due === undefined || activity.isBusy()) await delay(everyMs, undefined, { signal }).catch(() => undefined);
    else await activity.next(count, atLeastMs);
  }
}

/**
 * An error for the log: the database's messages quote values; messages of lost connections and our own do not.
 */
export function describeError(error: unknown): string {
  if (error instanceof CotejoError) return error.message;
  return error instanceof Error && isTransient(error) ? error.message : describeFailure(error);
}
