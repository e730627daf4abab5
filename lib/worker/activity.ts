import { setTimeout as delay } from "node:timers/promises";

/** After an announcement the tasks run at their own pace for this long, since the work of one causes work of another. */
const BUSY_MS = 5_000;
/** Interval of the look for due work, which also finds work whose announcement was lost. */
const LOOK_MS = 5_000;

type Options = {
  /** The time until known work is due in milliseconds, negative for waiting work; null without any. */
  look: () => Promise<number | null>;
  /** Called with each announcement. */
  onAnnounce?: () => void;
  signal: AbortSignal;
  busyMs?: number;
  lookMs?: number;
};

/** Whether there may be work: until then tasks wait instead of asking the database. */
export type Activity = {
  /** Work was announced, or may have been: after a connection was made, or a look failed. */
  announce(): void;
  isBusy(): boolean;
  /** The number of announcements so far. */
  count(): number;
  /** Resolves with the next announcement after the first `count`, after `ms`, or when the signal aborts. */
  next(count: number, ms: number): Promise<void>;
  /** Looks for due work until the signal aborts, and announces it. Never rejects. */
  watch(): Promise<void>;
};

export function createActivity({ look, onAnnounce, signal, busyMs = BUSY_MS, lookMs = LOOK_MS }: Options): Activity {
  let announced = 0;
  let busyUntil = Number.NEGATIVE_INFINITY;
  let woken = Promise.withResolvers<void>();
  const announce = () => {
    announced += 1;
    busyUntil = performance.now() + busyMs;
    onAnnounce?.();
    woken.resolve();
    woken = Promise.withResolvers<void>();
  };
  const next = async (count: number, ms: number) => {
    if (announced > count || signal.aborted) return;
    const ended = new AbortController();
    const late = delay(ms, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => undefined);
    await Promise.race([woken.promise, late]);
    ended.abort();
  };
  return {
    announce,
    isBusy: () => performance.now() < busyUntil,
    count: () => announced,
    next,
    async watch() {
      while (!signal.aborted) {
        const rest = busyUntil - performance.now();
        if (rest > 0) {
          await delay(rest, undefined, { signal }).catch(() => undefined);
          continue;
        }
        const count = announced;
        const due = await look().catch(() => 0);
        if (due !== null && due <= 0) announce();
        else await next(count, Math.min(due ?? lookMs, lookMs));
      }
    },
  };
}
