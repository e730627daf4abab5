/** A periodic task of the worker; `signal` aborts at shutdown. Each may run in any number of workers. */
export type PeriodicTask = {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
  /**
   * For a task whose work is announced (`WORK_CHANNEL`): SQL of the time at which known work is due, `-infinity` for work
   * that waits, null without any. The task runs only then.
   */
  due?: string;
  /** For work that `due` does not state: the task also runs after each announcement, and after this time. */
  atLeastMs?: number;
};
