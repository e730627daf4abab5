import { request as send } from "node:http";
import { setLivenessCheck } from "#lib/platform/server/base/liveness.ts";

type SelfCheckPace = {
  /** The interval between two requests. */
  everyMs: number;
  /** The timeout of an answer. */
  timeoutMs: number;
  /**
   * After this time without an answer the server counts as hung: far longer than strangers can keep it busy with one
   * request.
   */
  hungAfterMs: number;
};
const PACE: SelfCheckPace = { everyMs: 5_000, timeoutMs: 20_000, hungAfterMs: 90_000 };

type SelfCheck = { isAlive(): boolean; noteAnswer(): void; stop(): void };

/**
 * Polls Next over new connections like a browser: a running event loop is not enough if no request is answered. Any answer
 * of Next counts, also to others (`noteAnswer`): a process with a full queue is busy, not hung. The server in front of Next
 * answers GET of this path itself, and 503 while too many requests wait.
 */
export function startSelfCheck(hostname: string, port: number, { everyMs, timeoutMs, hungAfterMs } = PACE): SelfCheck {
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[hostname] ?? hostname;
  let answeredAt = performance.now();
  const noteAnswer = () => {
    answeredAt = performance.now();
  };
  const timer = setInterval(() => {
    const request = send({ method: "OPTIONS", host, port, path: "/api/health/live", agent: false }, (response) => {
      if (response.statusCode !== 503) noteAnswer();
      response.resume();
    }).end();
    // A failed request counts as unanswered.
    request.on("error", () => undefined);
    const timeout = setTimeout(() => request.destroy(), timeoutMs).unref();
    request.on("close", () => clearTimeout(timeout));
  }, everyMs);
  timer.unref();
  const isAlive = () => performance.now() - answeredAt < hungAfterMs;
  setLivenessCheck(isAlive);
  return { isAlive, noteAnswer, stop: () => clearInterval(timer) };
}
