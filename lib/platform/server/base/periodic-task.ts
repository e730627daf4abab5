/** A periodic task of the worker; `signal` aborts at shutdown. Each may run in any number of workers. */
export type PeriodicTask = {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
  /**
   * For a task whose work is announced (`WORK_CHANNEL`): SQL of the time at which known work is due, `-infinity` for work
   * that waits, null without any. While nothing is announced or due, the task does not run.
   */
  due?: string;
  /** With `due`: the task runs after this time in any case, for work that `due` does not state. */
  atLeastMs?: number;
};
