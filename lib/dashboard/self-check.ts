import { get } from "node:http";
import { signOfLife } from "#lib/server/base/sign-of-life.ts";

type Pace = {
  /** Between two requests. */
  everyMs: number;
  /** How long an answer is waited for. */
  patienceMs: number;
  /**
   * Without an answer for this time nobody is served: far longer than strangers can keep the server busy with one
   * request.
   */
  hungAfterMs: number;
};
const PACE: Pace = { everyMs: 5_000, patienceMs: 20_000, hungAfterMs: 90_000 };

type SelfCheck = { isAlive(): boolean; stop(): void };

/**
 * Requests this process's own server repeatedly, over new connections like browsers: a running event loop is not enough
 * if no request is answered. Any answer counts, as the heartbeat that the launcher checks.
 */
export function startSelfCheck(hostname: string, port: number, { everyMs, patienceMs, hungAfterMs } = PACE): SelfCheck {
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[hostname] ?? hostname;
  let answeredAt = performance.now();
  const timer = setInterval(() => {
    const request = get({ host, port, path: "/api/health/live", agent: false }, (response) => {
      answeredAt = performance.now();
      response.resume();
    });
    // A failed request counts as unanswered.
    request.on("error", () => undefined);
    const patience = setTimeout(() => request.destroy(), patienceMs).unref();
    request.on("close", () => clearTimeout(patience));
  }, everyMs);
  timer.unref();
  const isAlive = () => performance.now() - answeredAt < hungAfterMs;
  signOfLife(isAlive);
  return { isAlive, stop: () => clearInterval(timer) };
}
