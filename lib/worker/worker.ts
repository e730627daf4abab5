import { setTimeout as delay } from "node:timers/promises";
import { type DrainResult, drainInbox } from "#lib/core/server/inbox/drain.ts";
import { describeFailure, isTransient } from "#lib/core/server/inbox/drain-errors.ts";
import { readMarkedAgain } from "#lib/core/server/inbox/read-again.ts";
import { retryRefusedByDatabase, retryUnrecognized } from "#lib/core/server/inbox/replay.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Database, findRow } from "#lib/platform/server/db/database.ts";
import { listen, WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { createDueTasks, type DueTask } from "./run-when-due.ts";

/** A batch takes a second at most, and a statement ten: a draining loop without a turn for this long is stuck. */
export const HUNG_AFTER_MS = 30_000;
/** The longest pause of the draining loop, which a notification ends, or the look for due work where that was lost. */
const POLL_MS = HUNG_AFTER_MS / 2;

/** SQL: when a row of the inbox is due: a new row at once, another after its failure. */
const INBOX_DUE = `
  SELECT COALESCE(next_attempt_at, '-infinity') FROM inbox WHERE state = 'pending'
  ORDER BY next_attempt_at NULLS FIRST, id LIMIT 1`;

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
  const inbox: DueTask = { name: "inbox", everyMs: 1_000, due: INBOX_DUE, run: async () => pause.wake() };
  const due = [inbox, ...tasks.filter((task): task is DueTask => task.due !== undefined)];
  const dueTasks = createDueTasks({
    tasks: due,
    look: () => readDues(options.database, due),
    signal,
    onProblem: report,
  });
  let ready = false;
  const onWake = () => {
    dueTasks.announce();
    pause.wake();
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
    drainForever(options, pause.wait, report),
    runTasks([...tasks.filter((task) => task.due === undefined), ...contractTasks(options)], signal, report),
    dueTasks.run(),
  ]);
}

/** Milliseconds until the work of each task is due, zero for waiting work, null without any. */
async function readDues({ pool }: Database, tasks: readonly DueTask[]): Promise<(number | null)[]> {
  const times = tasks.map(({ due }, index) => `(${due}) AS due_${index}`);
  const columns = tasks.map(
    (_, index) =>
      `CASE WHEN due_${index} <= now() THEN 0 ELSE extract(epoch FROM due_${index} - now())::float8 * 1000 END`,
  );
  const text = `SELECT ARRAY[${columns.join(", ")}] AS dues FROM (SELECT ${times.join(", ")}) AS work`;
  return (await findRow<{ dues: (number | null)[] }>(pool, text))?.dues ?? [];
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
  pause: (ms: number) => Promise<void>,
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
      await pause(POLL_MS);
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
 * Runs each task at once and then `everyMs` after its end, until the signal aborts. A failing task is reported and runs
 * again at its next time, without effect on the others or the process.
 */
async function runTasks(
  tasks: readonly PeriodicTask[],
  signal: AbortSignal,
  onProblem: (task: string, error: unknown) => void,
): Promise<void> {
  await Promise.all(tasks.map((task) => repeat(task, signal, onProblem)));
}

async function repeat(
  task: PeriodicTask,
  signal: AbortSignal,
  onProblem: (task: string, error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task.run(signal);
    } catch (error) {
      if (!signal.aborted) onProblem(task.name, error);
    }
    await delay(task.everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * An error for the log: the database's messages quote values; messages of lost connections and our own do not.
 */
export function describeError(error: unknown): string {
  if (error instanceof CotejoError) return error.message;
  return error instanceof Error && isTransient(error) ? error.message : describeFailure(error);
}
