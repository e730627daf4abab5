/* Messages between the launcher and its processes, by which a hung process is noticed. */

export const QUESTION = "alive?";
export const ANSWER = "alive";

/** Whether the process's work loop is running. In a process without one an answer is enough. */
const shared = globalThis as { cotejoIsAlive?: () => boolean };
export const signOfLife = (isAlive: () => boolean): void => {
  shared.cotejoIsAlive = isAlive;
};

/** Answers the launcher's questions in this process. */
export function answerLauncher(): void {
  process.on("message", (message) => {
    if (message === QUESTION && (shared.cotejoIsAlive?.() ?? true)) process.send?.(ANSWER);
  });
  // The listener must not keep a finished process alive.
  process.channel?.unref?.();
}
