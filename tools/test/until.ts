import { setTimeout as delay } from "node:timers/promises";

type PollOptions = {
  everyMs: number;
  /** By default far longer than any wait on a busy machine. */
  timeoutMs?: number;
  /** The message of the error after the timeout. */
  message: string | (() => string);
};

/** Polls until `read` returns a truthy value, and returns that value. Throws after the timeout. */
export async function until<T>(read: () => T | Promise<T>, { everyMs, timeoutMs = 120_000, message }: PollOptions) {
  for (const deadline = performance.now() + timeoutMs; ; await delay(everyMs)) {
    const value = await read();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(typeof message === "string" ? message : message());
  }
}
