/* Messages between the launcher and its processes: it notices a hung process, and collects the metrics of all. */

export const QUESTION = "alive?";
export const ANSWER = "alive";
export const METRICS_QUESTION = "metrics?";

/** Whether the process's work loop is running. In a process without a work loop any answer is enough. */
const shared = globalThis as { cotejoIsAlive?: () => boolean };
export const setLivenessCheck = (isAlive: () => boolean): void => {
  shared.cotejoIsAlive = isAlive;
};

export function answerLauncher(): void {
  process.on("message", (message) => {
    if (message === QUESTION && (shared.cotejoIsAlive?.() ?? true)) process.send?.(ANSWER);
    if (message === METRICS_QUESTION) void sendMetrics();
  });
  // The listener must not keep a finished process alive.
  process.channel?.unref?.();
}

async function sendMetrics(): Promise<void> {
  const { readRegistry } = await import("./metrics.ts");
  process.send?.({ metrics: await (await readRegistry()).getMetricsAsJSON() }, () => undefined);
}
