import { CotejoError } from "#lib/server/errors.ts";

/** Each takes 19 MiB and a thread of the pool that files and names are read by too: two leave room for those. */
const AT_ONCE = 2;
/** How many strangers may wait; a hash takes some 30 ms, so the last of them waits about a second. */
const STRANGERS_WAITING = 64;

/** Who asks: somebody this browser is known for, or has a session, goes before strangers and is never turned away. */
export type Lane = "known" | "stranger";

type Waiting = Record<Lane, (() => void)[]>;

/**
 * Lets so many hashes be computed at once, so that thousands of wrong passwords cost neither the memory nor the time of
 * others. Throws TOO_MANY_REQUESTS where too many strangers wait already.
 */
export function limitedHashing({ atOnce = AT_ONCE, strangersWaiting = STRANGERS_WAITING } = {}) {
  const waiting: Waiting = { known: [], stranger: [] };
  let running = 0;

  return async function hashing<T>(lane: Lane, compute: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (lane === "stranger" && waiting.stranger.length >= strangersWaiting) {
      throw new CotejoError("TOO_MANY_REQUESTS", 429, "Too many people sign in at this moment. Try again.", {
        retryable: true,
        retryAfter: 2,
      });
    } else await new Promise<void>((start) => waiting[lane].push(start));
    try {
      return await compute();
    } finally {
      // Its place goes on to the next one; nobody else can take it in between.
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
