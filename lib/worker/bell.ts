/** A wake-up call that is never lost: one that rings while nobody waits ends the next wait at once. */
export type Bell = {
  ring(): void;
  /** Resolves at the next ring, after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", settle);
          wake = undefined;
          rung = false;
          resolve();
        };
        const timer = setTimeout(settle, ms);
        if (rung || signal.aborted) {
          settle();
          return;
        }
        wake = settle;
        signal.addEventListener("abort", settle, { once: true });
      }),
  };
}
