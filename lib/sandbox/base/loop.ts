import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#lib/server/base/log.ts";

/** The pause before what the database refused is tried again. */
export const AFTER_ERROR_MS = 1_000;

/**
 * How often to look for what is due, in milliseconds: often enough for waits that a time scale has shortened. What is
 * due at once wakes the loop, so that looking more often would find little.
 */
export const pollInterval = (timeScale: number): number => Math.min(200, Math.max(25, 800 / timeScale));

export type Loop = {
  /** There may be something to do: the present pause ends. */
  wake(): void;
  /** Resolves when the present round has ended and no other will begin. */
  stop(): Promise<void>;
};

/**
 * Runs `round` again and again, with the pause in milliseconds that it answers. A round that fails (the database may be
 * away) is tried again; the first failure and the recovery are logged, not every attempt between them.
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

/** An error as it may be logged: PostgreSQL's messages can quote values, so of those only the code. */
export function describeError(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `database error ${error.code ?? "unknown"}`;
  return error instanceof Error ? error.message : "unknown error";
}
