import { setTimeout as wait } from "node:timers/promises";
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import type { ErrorCode } from "#lib/platform/contract/error.ts";
import { type Answer, call, type Prepared, prepare, type Request } from "./call.ts";
import { type Method, paused, ServiceError, timedOut } from "./service-error.ts";

/** Upper bound of any call (design §7). */
export const LONGEST_CALL_MS = 10_000;

const GET_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 200;
const BREAK_AFTER_FAULTS = 5;
const HALF_OPEN_AFTER_MS = 5_000;

export type SenderOptions = {
  baseUrl: string;
  /**
   * Returns the current key; called at each call, since the key may be rotated at any time. After a 401 the refused key
   * is passed, which must not be returned from a cache.
   */
  getKey: (refused?: string) => Promise<string>;
  /** Called at each 429, with the seconds to wait if the service states them. */
  onTooMany?: (retryAfter: number | undefined) => void;
  /** Called if the service refuses the key, and also a newer one, if any; the call fails after it has ended. */
  onKeyRefused?: (apiKey: string) => Promise<void>;
  /** Called at each answer that proves that the key was accepted. */
  onKeyAccepted?: () => void;
  /** Longest call in milliseconds: 10 s (design §7), except in tests that must not depend on a machine's speed. */
  longestMs?: number;
};

export type CallLimits = {
  /** Milliseconds for the whole call with its retries; at most 10 s. */
  deadlineMs?: number;
  /** Ends the call early, without counting as a failure of the service. */
  signal?: AbortSignal;
};

/** The service works: it answered or refused. Its faults are thrown. */
type ServiceOutcome = { answer: Answer } | { refusal: ServiceError };

/** `signal` aborts at the deadline or with `caller`. */
type CallBounds = { signal: AbortSignal; caller: AbortSignal | undefined };

/** The deadline has passed or the caller has given up. */
class Stopped extends Error {}

/**
 * Returns a function that sends requests (design §7). One deadline covers a call and its retries. GET is retried on 5xx
 * and network errors, with full jitter; commands are not. Answers 4xx do not open the circuit breaker. Failures of the
 * service or the network are thrown as ServiceError, a failure of `getKey` unchanged.
 */
export function createSender({ longestMs = LONGEST_CALL_MS, ...options }: SenderOptions) {
  const breaker = circuitBreaker(handleWhen(isFault), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(BREAK_AFTER_FAULTS),
  });

  async function settle(prepared: Prepared, { signal, caller }: CallBounds): Promise<ServiceOutcome> {
    try {
      return { answer: await call(prepared, signal) };
    } catch (error) {
      // Aborted by the caller: the breaker does not count it.
      if (caller?.aborted) throw new Stopped();
      if (!(error instanceof ServiceError) || isFault(error)) throw error;
      if (error.serviceStatus === 429) options.onTooMany?.(error.retryAfter);
      return { refusal: error };
    }
  }

  async function attempt(request: Request, bounds: CallBounds, onSent: () => void): Promise<Answer> {
    let apiKey = await options.getKey();
    const prepared = prepare(options.baseUrl, apiKey, request);
    const settled = await breaker.execute(async () => {
      if (bounds.signal.aborted) throw new Stopped();
      onSent();
      const first = await settle(prepared, bounds);
      if (!("refusal" in first) || first.refusal.serviceStatus !== 401) return first;
      // After a 401 nothing was done, so any method may be sent again with a newer key.
      const newer = await options.getKey(apiKey);
      if (newer === apiKey) return first;
      apiKey = newer;
      return settle(prepare(options.baseUrl, newer, request), bounds);
    });
    if (!("refusal" in settled)) {
      options.onKeyAccepted?.();
      return settled.answer;
    }
    const { code } = settled.refusal;
    if (code === "SERVICE_UNAUTHORIZED") await options.onKeyRefused?.(apiKey);
    else if (!BEFORE_KEY_CHECK.has(code)) options.onKeyAccepted?.();
    throw settled.refusal;
  }

  return async function send(request: Request, limits: CallLimits = {}): Promise<Answer> {
    const deadline = AbortSignal.timeout(Math.min(limits.deadlineMs ?? longestMs, longestMs));
    const signal = limits.signal ? AbortSignal.any([limits.signal, deadline]) : deadline;
    const attempts = request.method === "GET" ? GET_ATTEMPTS : 1;
    let sent = false;
    const onSent = () => {
      sent = true;
    };
    for (let made = 1; ; made++) {
      try {
        return await within(signal, attempt(request, { signal, caller: limits.signal }, onSent));
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw paused();
        if (error instanceof Stopped) throw stopped(request.method, sent, limits.signal?.aborted ?? false);
        if (made === attempts || !worthRetrying(error)) throw error;
        await wait(Math.random() * FIRST_BACKOFF_MS * 2 ** (made - 1), undefined, { signal }).catch(() => {
          throw error;
        });
      }
    }
  };
}

/** Errors that may come before the check of the key, or from a proxy. Other refusals prove that it was accepted. */
const BEFORE_KEY_CHECK = new Set<ErrorCode>(["SERVICE_PAUSED", "SERVICE_UNREADABLE", "SERVICE_TOO_LARGE"]);

/** A fault of the service or of the network, not of the request. */
const isFault = (error: unknown): boolean =>
  error instanceof ServiceError &&
  ["SERVICE_ERROR", "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT", "OUTCOME_UNKNOWN"].includes(error.code);

const worthRetrying = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === "SERVICE_ERROR" || error.code === "SERVICE_UNREACHABLE");

/** The error of a stopped call. An unsent command has a known outcome: nothing was done. */
function stopped(method: Method, sent: boolean, byCaller: boolean): ServiceError {
  if (byCaller && (method === "GET" || !sent)) return paused(undefined, "The call was given up.");
  return timedOut(sent ? method : "GET");
}

/** Waits for `work` no longer than the signal allows. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Stopped());
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
