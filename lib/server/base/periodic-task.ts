/** What the worker does by the clock; `signal` aborts when it is to end. Each may run in any number of workers. */
export type PeriodicTask = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };
