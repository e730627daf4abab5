/** A periodic task of the worker; `signal` aborts at shutdown. Each may run in any number of workers. */
export type PeriodicTask = { name: string; everyMs: number; run(signal: AbortSignal): Promise<unknown> };
