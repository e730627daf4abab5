import { setTimeout as delay } from "node:timers/promises";

type Patience = {
  everyMs: number;
  /** By default far longer than any wait on a busy machine. */
  ms?: number;
  /** The message of the error after that time. */
  otherwise: string | (() => string);
};

/** Looks again and again until there is something, and returns it. Rejects after the time. */
export async function until<T>(look: () => T | Promise<T>, { everyMs, ms = 120_000, otherwise }: Patience) {
  for (const deadline = performance.now() + ms; ; await delay(everyMs)) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(typeof otherwise === "string" ? otherwise : otherwise());
  }
}
