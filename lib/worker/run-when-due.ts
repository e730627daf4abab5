import { setTimeout as delay } from "node:timers/promises";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";

/** A task whose work is announced, or due at a known time. */
export type DueTask = PeriodicTask & Required<Pick<PeriodicTask, "due">>;

/** Pauses between the looks after an announcement, since the work of one task causes work of another. */
const SOON_MS = [250, 250, 500, 500, 1_000, 1_000, 2_000];
/** The longest pause: a look also finds work whose announcement was lost. */
const LOOK_MS = 5_000;

type Options = {
  tasks: readonly DueTask[];
  /** Milliseconds until the work of each task is due, zero or less for waiting work, null without any. */
  look: () => Promise<readonly (number | null)[]>;
  signal: AbortSignal;
  onProblem: (during: string, error: unknown) => void;
};

/**
 * Runs each task at once, and then when its work is due, at most every `everyMs`, until the signal aborts. `announce`: there
 * may be work. A failing task is reported and runs again; after a failed look all tasks run. `run` never rejects.
 */
export function createDueTasks({ tasks, look, signal, onProblem }: Options) {
  let woken = new AbortController();
  let looks = 0;
  let announcements = 0;
  const states = tasks.map((task) => ({
    task,
    running: false,
    seen: -1,
    startedAt: Number.NEGATIVE_INFINITY,
    endedAt: 0,
  }));
  type State = (typeof states)[number];

  const isForced = ({ task: { atLeastMs }, seen, startedAt }: State): boolean =>
    seen < 0 || (atLeastMs !== undefined && (seen < announcements || performance.now() - startedAt >= atLeastMs));

  const running = new Set<Promise<void>>();
  const start = (state: State): void => {
    const now = performance.now();
    if (state.running || (state.seen >= 0 && now - state.endedAt < state.task.everyMs)) return;
    Object.assign(state, { running: true, seen: announcements, startedAt: now });
    const run = state.task
      .run(signal)
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!signal.aborted) onProblem(state.task.name, error);
      })
      .finally(() => {
        Object.assign(state, { running: false, endedAt: performance.now() });
        running.delete(run);
      });
    running.add(run);
  };

  /** Starts what is due, and returns the pause until the next look. */
  async function round(): Promise<number> {
    const dues = await look().catch(() => tasks.map(() => 0));
    let pause = SOON_MS[looks] ?? LOOK_MS;
    looks += 1;
    for (const [index, state] of states.entries()) {
      const due = dues[index] ?? Number.POSITIVE_INFINITY;
      if (due <= 0 || isForced(state)) start(state);
      pause = Math.min(pause, due <= 0 ? state.task.everyMs : due);
    }
    return pause;
  }

  return {
    announce(): void {
      announcements += 1;
      looks = 0;
      woken.abort();
    },
    async run(): Promise<void> {
      while (!signal.aborted) {
        woken = new AbortController();
        const pause = await round();
        await delay(pause, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
      }
      await Promise.all(running);
    },
  };
}
