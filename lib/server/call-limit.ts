import { CotejoError } from "./errors.ts";

/** So many calls in so many seconds. */
export type CallLimit = { calls: number; seconds: number };

/** From so many callers on, those whose time is over are forgotten. */
const MANY = 1_000;

/**
 * Counts calls of each caller in windows that begin with the first; beyond the limit a call is refused until its window
 * ends. In this process's memory: it bounds what one caller costs a process, and needs no more than that.
 */
export function createCallLimit({ calls, seconds }: CallLimit, now: () => number = Date.now) {
  const windows = new Map<string, { until: number; count: number }>();
  return (caller: string): void => {
    const time = now();
    if (windows.size >= MANY) {
      for (const [key, { until }] of windows) if (until <= time) windows.delete(key);
    }
    const open = windows.get(caller);
    const window = open && open.until > time ? open : { until: time + seconds * 1000, count: 0 };
    windows.set(caller, window);
    window.count += 1;
    if (window.count <= calls) return;
    throw new CotejoError("TOO_MANY_REQUESTS", 429, "Too many of these calls at once. Try again in a moment.", {
      retryable: true,
      retryAfter: Math.max(1, Math.ceil((window.until - time) / 1000)),
    });
  };
}
