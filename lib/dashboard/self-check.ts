import { get } from "node:http";
import { setLivenessCheck } from "#lib/server/base/liveness.ts";

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

type SelfCheck = { isAlive(): boolean; stop(): void };

/**
 * Polls this process's own server over new connections like a browser: a running event loop is not enough if no request is
 * answered. Any answer counts, as in the liveness check of the launcher.
 */
export function startSelfCheck(hostname: string, port: number, { everyMs, timeoutMs, hungAfterMs } = PACE): SelfCheck {
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[hostname] ?? hostname;
  let answeredAt = performance.now();
  const timer = setInterval(() => {
    const request = get({ host, port, path: "/api/health/live", agent: false }, (response) => {
      answeredAt = performance.now();
      response.resume();
    });
    // A failed request counts as unanswered.
    request.on("error", () => undefined);
    const timeout = setTimeout(() => request.destroy(), timeoutMs).unref();
    request.on("close", () => clearTimeout(timeout));
  }, everyMs);
  timer.unref();
  const isAlive = () => performance.now() - answeredAt < hungAfterMs;
  setLivenessCheck(isAlive);
  return { isAlive, stop: () => clearInterval(timer) };
}
