import type { Review } from "#lib/core/contract/verifications/review.ts";
import { type Credentials, signIn } from "#tools/test/sign-in.ts";

/** The time after which a browser reports that the dashboard does not answer. */
const ANSWER_MS = 30_000;
const RETRY_MS = 200;

type ReviewStep = { state: "resolved"; resolution: "accepted"; reason: string } | { state: "open" };

/** Counts of steps without an answer after a kill: `made` were stored before the kill, `again` were requested again. */
export type LostAnswers = { made: number; again: number };

/**
 * A session of an officer in a browser: it requests a step on the version of the file that it was shown. Without an answer
 * it reads the file again, and requests the step again only if the file does not have it.
 */
export class Officer {
  readonly #origin: string;
  readonly #cookie: string;
  readonly #deadline: AbortSignal;
  readonly lost: LostAnswers = { made: 0, again: 0 };
  /** Milliseconds of each answered call. */
  readonly times: Record<"GET" | "PUT", number[]> = { GET: [], PUT: [] };

  constructor(origin: string, cookie: string, deadline: AbortSignal) {
    this.#origin = origin;
    this.#cookie = cookie;
    this.#deadline = deadline;
  }

  static async signIn(origin: string, credentials: Credentials, deadline: AbortSignal) {
    return new Officer(origin, await signIn(origin, credentials), deadline);
  }

  async step(verification_id: string, step: ReviewStep): Promise<void> {
    const path = `/api/verifications/${encodeURIComponent(verification_id)}`;
    for (let wasLost = false; ; ) {
      const { state, version } = (await this.#read<{ review: Review }>(path)).review;
      if (wasLost) this.lost[state === step.state ? "made" : "again"] += 1;
      if (state === step.state) return;
      const answer = await this.#call(`${path}/review`, { version, ...step });
      if (answer?.ok) return;
      wasLost = answer === null;
      // 409: facts or the review have changed since they were shown.
      if (answer && answer.status !== 409) throw new Error(`a step was answered ${answer.status}`);
    }
  }

  async #read<T>(path: string): Promise<T> {
    for (;;) {
      const answer = await this.#call(path);
      if (answer?.ok) return answer.data as T;
      if (answer) throw new Error(`a file was answered ${answer.status}`);
    }
  }

  /** Null for no answer, and for an answer that reports an unavailable database. */
  async #call(path: string, body?: object): Promise<{ ok: boolean; status: number; data: unknown } | null> {
    const method = body ? "PUT" : "GET";
    const began = performance.now();
    try {
      const response = await fetch(`${this.#origin}${path}`, {
        method,
        headers: { cookie: this.#cookie, origin: this.#origin, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([this.#deadline, AbortSignal.timeout(ANSWER_MS)]),
      });
      const data = await response.json();
      this.times[method].push(performance.now() - began);
      if (response.status < 500) return { ok: response.ok, status: response.status, data };
    } catch {
      this.#deadline.throwIfAborted();
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return null;
  }
}
