import type { ChildProcess } from "node:child_process";
import { ANSWER, QUESTION } from "#lib/server/base/sign-of-life.ts";

/** How often a process is asked, and after how many questions without an answer it counts as hung: within ten seconds. */
export type Vigilance = { everyMs: number; misses: number };
export const VIGILANCE: Vigilance = { everyMs: 3_000, misses: 3 };

/**
 * Asks a process again and again, and calls `onHung` once when it has not answered for so long: one that was stopped, or
 * whose event loop is stuck, neither ends nor crashes by itself. A launcher that was late itself, on a machine that had
 * no time for either, begins to count anew. Returns how to stop asking.
 */
export function watchLife(child: ChildProcess, onHung: () => void, { everyMs, misses } = VIGILANCE): () => void {
  let missed = 0;
  let waiting = false;
  let turnAt = performance.now();
  const hear = (message: unknown) => {
    if (message !== ANSWER) return;
    waiting = false;
    missed = 0;
  };
  const stop = () => {
    clearInterval(timer);
    child.off("message", hear);
  };
  const timer = setInterval(() => {
    const late = performance.now() - turnAt > everyMs * 1.5;
    turnAt = performance.now();
    missed = late ? 0 : missed + (waiting ? 1 : 0);
    if (missed >= misses) {
      stop();
      onHung();
    } else if (child.connected) {
      waiting = true;
      child.send(QUESTION, () => undefined);
    }
  }, everyMs);
  timer.unref();
  child.on("message", hear);
  child.once("exit", stop);
  return stop;
}
