import { setTimeout as delay } from "node:timers/promises";

/** Work that is done again and again while the process lives. `run` stops early when the signal aborts. */
export type PeriodicTask = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };

/**
 * Runs each task at once and then `everyMs` after it has finished, until the signal aborts. One that fails is reported
 * and runs again at its next time; it stops neither the others nor the process.
 */
export async function runTasks(
  tasks: readonly PeriodicTask[],
  signal: AbortSignal,
  onTrouble: (task: string, error: unknown) => void,
): Promise<void> {
  await Promise.all(tasks.map((task) => repeat(task, signal, onTrouble)));
}

async function repeat(
  task: PeriodicTask,
  signal: AbortSignal,
  onTrouble: (task: string, error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task.run(signal);
    } catch (error) {
      if (!signal.aborted) onTrouble(task.name, error);
    }
    await delay(task.everyMs, undefined, { signal }).catch(() => undefined);
  }
}
