import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#lib/platform/server/base/log.ts";

export const AFTER_ERROR_MS = 1_000;

/**
 * Polling interval in milliseconds, short enough for waits shortened by the time scale. Work that is due at once wakes
 * the loop, so a shorter interval would gain little.
 */
export const pollInterval = (timeScale: number): number => Math.min(200, Math.max(25, 800 / timeScale));

/** The longest pause of a loop with nothing due: new work wakes the loop, but a wake-up is lost with its process. */
const IDLE_MS = 10_000;

/** The pause in milliseconds until the earliest due time; null: nothing is due. */
export const pauseUntil = (earliest: Date | null): number =>
  Math.min(IDLE_MS, Math.max(1, (earliest?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()));

export type Loop = {
  /** Ends the present pause, since there may be something to do. */
  wake(): void;
  /** Resolves when the present round has ended; no other begins. */
  stop(): Promise<void>;
};

/**
 * Runs `round` repeatedly; its result is the pause until the next round, in milliseconds. A failing round (the database
 * may be unavailable) is retried; only the first failure and the recovery are logged.
 */
export function startLoop(name: string, log: Log, round: () => Promise<number>): Loop {
  let pause = new AbortController();
  const wake = () => pause.abort();
  let stopped = false;
  let failing = false;

  async function attempt(): Promise<number> {
    try {
      const ms = await round();
      if (failing) log.info({ loop: name }, "loop recovered");
      failing = false;
      return ms;
    } catch (error) {
      if (!failing) log.warn({ loop: name, error: describeError(error) }, "waiting for the database");
      failing = true;
      return AFTER_ERROR_MS;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      // A wake-up during a round ends the pause after that round.
      await delay(await attempt(), undefined, { signal: pause.signal }).catch(() => undefined);
      if (pause.signal.aborted) pause = new AbortController();
    }
  }

  const running = run();
  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}

/** An error for the log: messages of PostgreSQL can quote values, so only their code is logged. */
export function describeError(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `database error ${error.code ?? "unknown"}`;
  return error instanceof Error ? error.message : "unknown error";
}
