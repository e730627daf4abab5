import { CotejoError } from "./errors.ts";

type TurnOptions = {
  perUser: number;
  /** Number of running calls of all users together. */
  inTotal?: number;
  /** Number of waiting calls per user; further ones are refused at once. */
  maxWaiting: number;
  timeoutMs: number;
  /**
   * Acquires the resource of a turn. Returns 0 if the turn may begin, else the seconds to wait before the next call.
   */
  grant?: () => Promise<number>;
  /** The refusal if no turn is granted in time, with the seconds after which a retry makes sense. */
  refused?: (seconds: number) => CotejoError;
};

type Waiting = { until: number; begin: () => void; refuse: (error: unknown) => void };
type User = { underWay: number; lastTurn: number; waiting: Set<Waiting> };

/** A longer wait is computed again, since other users may have called meanwhile. */
const MAX_SLEEP_MS = 1_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const tooMany = (ms = 1_000) =>
  new CotejoError("TOO_MANY_REQUESTS", 429, "Too many of these calls at once. Try again in a moment.", {
    retryable: true,
    retryAfter: Math.max(1, Math.ceil(ms / 1000)),
  });

/**
 * Turns that users compete for, in this process's memory. The next one goes to the user with fewest running calls, then
 * to the user whose last call was longest ago: no user waits for all calls of another. `take` resolves to a function
 * that ends the turn; it throws CotejoError when none comes in time, and errors of `grant`.
 */
export function createTurns(options: TurnOptions) {
  const { perUser, inTotal = Number.POSITIVE_INFINITY, maxWaiting, timeoutMs, grant, refused = tooMany } = options;
  const users = new Map<string, User>();
  let turns = 0;
  let running = 0;
  let giving = false;

  /** The next user, with their longest waiting call. */
  const next = (): [User, Waiting] | null => {
    let user: User | undefined;
    for (const each of running < inTotal ? users.values() : []) {
      if (each.underWay < perUser && each.waiting.size > 0 && (!user || isBefore(each, user))) user = each;
    }
    const [waiting] = user?.waiting ?? [];
    return user && waiting ? [user, waiting] : null;
  };

  const refuseLate = (seconds: number) => {
    for (const { waiting } of users.values()) {
      for (const each of waiting) if (each.until < Date.now() + seconds * 1000) each.refuse(refused(seconds));
    }
  };

  const begin = ([user, waiting]: [User, Waiting]) => {
    turns += 1;
    running += 1;
    user.lastTurn = turns;
    user.underWay += 1;
    waiting.begin();
  };

  const give = async () => {
    if (giving) return;
    giving = true;
    for (let first = next(); first; first = next()) {
      try {
        const seconds = (await grant?.()) ?? 0;
        // A user with fewer running calls may have arrived during the grant.
        const now = next();
        if (seconds === 0 && now) begin(now);
        if (seconds === 0) continue;
        refuseLate(seconds);
        if (next()) await sleep(Math.min(seconds * 1000, MAX_SLEEP_MS));
      } catch (error) {
        first[1].refuse(error);
      }
    }
    giving = false;
  };

  return async function take(id: string): Promise<() => void> {
    // A new user comes after those who have waited since an earlier turn: new users without end delay nobody for ever.
    const user = users.get(id) ?? { underWay: 0, lastTurn: turns - 1, waiting: new Set() };
    if (user.waiting.size >= maxWaiting) throw tooMany();
    users.set(id, user);
    const forget = () => {
      if (user.underWay === 0 && user.waiting.size === 0) users.delete(id);
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => waiting.refuse(user.underWay < perUser ? refused(1) : tooMany()), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      user.waiting.delete(waiting);
    };
    const waiting: Waiting = {
      until: Date.now() + timeoutMs,
      begin: () => {
        settle();
        resolve();
      },
      refuse: (error) => {
        settle();
        forget();
        reject(error);
      },
    };
    user.waiting.add(waiting);
    void give();
    await promise;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      running -= 1;
      user.underWay -= 1;
      forget();
      void give();
    };
  };
}

const isBefore = (one: User, other: User): boolean =>
  one.underWay < other.underWay || (one.underWay === other.underWay && one.lastTurn < other.lastTurn);

/** Number of calls in a window of seconds, of one caller and, with `inTotal`, of all callers together. */
type CallLimit = { calls: number; seconds: number; inTotal?: number | undefined };

/** From this number of callers on, expired windows are deleted. */
const CLEANUP_THRESHOLD = 1_000;

/**
 * Counts calls of each caller in windows that begin with the first call; beyond the limit calls are refused until the
 * window ends. With a subject, repeated calls about it in a window are not counted. In this process's memory, since it
 * only bounds one caller's cost for a process.
 */
export function createCallLimit(
  { calls, seconds, inTotal = Number.POSITIVE_INFINITY }: CallLimit,
  now: () => number = Date.now,
) {
  const windows = new Map<string, Window>();
  let all: Window = { until: 0, count: 0, about: new Set() };
  const current = (window: Window | undefined, time: number): Window =>
    window && window.until > time ? window : { until: time + seconds * 1000, count: 0, about: new Set() };
  return (caller: string, about?: string): void => {
    const time = now();
    const open = windows.get(caller);
    if (about !== undefined && open && open.until > time && open.about.has(about)) return;
    all = current(all, time);
    if (all.count >= inTotal) throw tooMany(all.until - time);
    if (windows.size >= CLEANUP_THRESHOLD) {
      for (const [key, { until }] of windows) if (until <= time) windows.delete(key);
    }
    const window = current(windows.get(caller), time);
    windows.set(caller, window);
    window.count += 1;
    if (window.count > calls) throw tooMany(window.until - time);
    if (about !== undefined) window.about.add(about);
    all.count += 1;
  };
}

type Window = { until: number; count: number; about: Set<string> };
