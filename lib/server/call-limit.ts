import { CotejoError } from "./errors.ts";

/** So many calls in so many seconds, of one caller and, where it is given, of all together. */
export type CallLimit = { calls: number; seconds: number; inTotal?: number };

/** From so many callers on, those whose time is over are forgotten. */
const MANY = 1_000;

/**
 * Counts calls of each caller in windows that begin with the first; beyond the limit a call is refused until its window
 * ends. In this process's memory: it bounds what one caller costs a process, and needs no more than that.
 */
export function createCallLimit(
  { calls, seconds, inTotal = Number.POSITIVE_INFINITY }: CallLimit,
  now: () => number = Date.now,
) {
  const windows = new Map<string, Window>();
  let all: Window = { until: 0, count: 0 };
  const current = (window: Window | undefined, time: number): Window =>
    window && window.until > time ? window : { until: time + seconds * 1000, count: 0 };
  return (caller: string): void => {
    const time = now();
    all = current(all, time);
    if (all.count >= inTotal) throw tooMany(all.until - time);
    if (windows.size >= MANY) {
      for (const [key, { until }] of windows) if (until <= time) windows.delete(key);
    }
    const window = current(windows.get(caller), time);
    windows.set(caller, window);
    window.count += 1;
    if (window.count > calls) throw tooMany(window.until - time);
    all.count += 1;
  };
}

type Window = { until: number; count: number };

const tooMany = (ms: number) =>
  new CotejoError("TOO_MANY_REQUESTS", 429, "Too many of these calls at once. Try again in a moment.", {
    retryable: true,
    retryAfter: Math.max(1, Math.ceil(ms / 1000)),
  });
