/* What the launcher and its processes say to each other over their channel, so that one that is hung is noticed. */

export const QUESTION = "alive?";
export const ANSWER = "alive";

/** What a process says of itself: its loop of work goes on. Without one it is enough that it answers. */
const shared = globalThis as { cotejoIsAlive?: () => boolean };
export const signOfLife = (isAlive: () => boolean): void => {
  shared.cotejoIsAlive = isAlive;
};

/** Answers the launcher's questions in this process. */
export function answerLauncher(): void {
  process.on("message", (message) => {
    if (message === QUESTION && (shared.cotejoIsAlive?.() ?? true)) process.send?.(ANSWER);
  });
  // Listening must not keep alive a process that has finished.
  process.channel?.unref?.();
}
