import type { Log } from "#lib/server/base/log.ts";
import { describeError } from "./describe-error.ts";
import { createNap } from "./nap.ts";

/** The pause before what the database refused is tried again. */
export const AFTER_TROUBLE_MS = 1_000;

/**
 * How often to look for what is due, in milliseconds: often enough for waits that a time scale has shortened. What is
 * due at once wakes the loop, so that looking more often would cost much and tell little.
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
  const { nap, wake } = createNap();
  let stopped = false;
  let inTrouble = false;

  async function paced(): Promise<number> {
    try {
      const pause = await round();
      if (inTrouble) log.info({ loop: name }, "goes on");
      inTrouble = false;
      return pause;
    } catch (error) {
      if (!inTrouble) log.warn({ loop: name, error: describeError(error) }, "waits for the database");
      inTrouble = true;
      return AFTER_TROUBLE_MS;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const pause = await paced();
      if (!stopped) await nap(pause);
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
