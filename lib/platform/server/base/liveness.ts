import { on } from "node:events";

/*
 * Messages between the launcher and its processes: it notices a hung process, collects the metrics of all, and frees the
 * port of the dashboard, on which it shows the page of the start.
 */

export const QUESTION = "alive?";
export const ANSWER = "alive";
export const METRICS_QUESTION = "metrics?";
export const PORT_QUESTION = "port?";
export const PORT_ANSWER = "port is free";

/** Whether the launcher started this process: a forked process inherits the variable, and has a channel of its own. */
export const hasLauncher = (): boolean =>
  process.channel !== undefined && process.ppid === Number(process.env.COTEJO_LAUNCHER_PID);

/** Resolves when the launcher does not listen on this process's port; at once without a launcher. */
export async function takePort(): Promise<void> {
  if (!hasLauncher()) return;
  const messages = on(process, "message");
  // Nothing else may keep the process alive until the answer.
  process.channel?.ref?.();
  process.send?.(PORT_QUESTION);
  for await (const [message] of messages) if (message === PORT_ANSWER) break;
  process.channel?.unref?.();
}

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
