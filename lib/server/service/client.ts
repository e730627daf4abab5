import { setTimeout as wait } from "node:timers/promises";
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen, IsolatedCircuitError } from "cockatiel";
import { UnreadableAnswer } from "#lib/contract/answer.ts";
import { type ApiKey, readApiKeys, readCreatedApiKey } from "#lib/contract/api-key.ts";
import type { EventName } from "#lib/contract/event.ts";
import { readCreatedWebhook, readWebhook, readWebhooks, type Webhook } from "#lib/contract/webhook.ts";
import { type Answer, call } from "./call.ts";
import { type Method, paused, ServiceError, timedOut, unreadable } from "./service-error.ts";

/** No call takes longer, whatever it does (design §7). */
export const LONGEST_CALL_MS = 10_000;

const GET_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 200;
const BREAK_AFTER = 5;
const HALF_OPEN_AFTER_MS = 5_000;

export type ServiceClientOptions = {
  baseUrl: string;
  /** The current key, asked for at each call: it may be rotated at any time. */
  getKey: () => Promise<string>;
  /** Told of each 429, with the seconds to wait where the service says them. */
  onTooMany?: (retryAfter: number | undefined) => void;
};

export type CallLimits = {
  /** Milliseconds for the whole call with its retries; at most 10 s. */
  deadlineMs?: number;
  signal?: AbortSignal;
};

/** An answer of the read endpoints, as it came, with the service's clock when the request began. */
export type Reading = { body: unknown; began_at_ms: number };

export type WebhookInput = { url: string; events: readonly EventName[]; description: string };

type Request = { method: Method; path: readonly string[]; body?: unknown };

/**
 * The client of the service (design §7): one deadline for a call and its retries, GET tried again on 5xx and network
 * trouble with full jitter, commands never by themselves, a circuit breaker that no 4xx trips. Everything that fails
 * is a ServiceError.
 */
export function createServiceClient(options: ServiceClientOptions) {
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof ServiceError) || trips(error)),
    { halfOpenAfter: HALF_OPEN_AFTER_MS, breaker: new ConsecutiveBreaker(BREAK_AFTER) },
  );

  async function once(request: Request, signal: AbortSignal): Promise<Answer> {
    const apiKey = await options.getKey();
    const attempt = (key: string) => call({ ...request, baseUrl: options.baseUrl, apiKey: key, signal });
    try {
      return await attempt(apiKey);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.serviceStatus === 429) options.onTooMany?.(error.retryAfter);
      // A 401 means that the call was not done: with a key that was switched meanwhile any method may be sent again.
      if (error.serviceStatus !== 401) throw error;
      const newer = await options.getKey();
      if (newer === apiKey) throw error;
      return attempt(newer);
    }
  }

  async function send(request: Request, limits: CallLimits): Promise<Answer> {
    const deadline = AbortSignal.timeout(Math.min(limits.deadlineMs ?? LONGEST_CALL_MS, LONGEST_CALL_MS));
    const signal = limits.signal ? AbortSignal.any([deadline, limits.signal]) : deadline;
    const attempts = request.method === "GET" ? GET_ATTEMPTS : 1;
    for (let attempt = 1; ; attempt++) {
      try {
        return await breaker.execute(() => once(request, signal));
      } catch (error) {
        if (error instanceof BrokenCircuitError || error instanceof IsolatedCircuitError) throw paused();
        const again = error instanceof ServiceError && attempt < attempts && worthRetrying(error) && !signal.aborted;
        if (!again) throw error;
        await wait(Math.random() * FIRST_BACKOFF_MS * 2 ** (attempt - 1), undefined, { signal }).catch(() => {
          throw timedOut(request.method);
        });
      }
    }
  }

  async function read<T>(request: Request, limits: CallLimits, reader: (json: unknown) => T): Promise<T> {
    const answer = await send(request, limits);
    try {
      return reader(answer.json);
    } catch (error) {
      if (error instanceof UnreadableAnswer) throw unreadable(error.message, answer.status);
      throw error;
    }
  }

  async function readSnapshot(path: readonly string[], limits: CallLimits): Promise<Reading> {
    const began = Date.now();
    const answer = await send({ method: "GET", path }, limits);
    if (answer.json === undefined) throw unreadable("it is empty", answer.status);
    return { body: answer.json, began_at_ms: onServiceClock(began, answer.serviceTime) };
  }

  return {
    listApiKeys: (limits: CallLimits = {}): Promise<ApiKey[]> =>
      read({ method: "GET", path: ["api-keys"] }, limits, readApiKeys),
    createApiKey: (name: string, limits: CallLimits = {}) =>
      read({ method: "POST", path: ["api-keys"], body: { id: name } }, limits, readCreatedApiKey),
    deleteApiKey: async (id: string, limits: CallLimits = {}): Promise<void> => {
      await send({ method: "DELETE", path: ["api-keys", id] }, limits);
    },
    listWebhooks: (limits: CallLimits = {}): Promise<Webhook[]> =>
      read({ method: "GET", path: ["v2", "webhooks"] }, limits, readWebhooks),
    getWebhook: (id: string, limits: CallLimits = {}): Promise<Webhook> =>
      read({ method: "GET", path: ["v2", "webhooks", id] }, limits, readWebhook),
    createWebhook: (input: WebhookInput, limits: CallLimits = {}) =>
      read({ method: "POST", path: ["v2", "webhooks"], body: input }, limits, readCreatedWebhook),
    /** Only the fields sent change; `events` is replaced as a whole (interface, Webhooks: rules 1 and 2). */
    updateWebhook: async (id: string, change: Partial<WebhookInput>, limits: CallLimits = {}): Promise<void> => {
      await send({ method: "PUT", path: ["v2", "webhooks", id], body: change }, limits);
    },
    deleteWebhook: async (id: string, limits: CallLimits = {}): Promise<void> => {
      await send({ method: "DELETE", path: ["v2", "webhooks", id] }, limits);
    },
    readVerification: (id: string, limits: CallLimits = {}): Promise<Reading> =>
      readSnapshot(["verifications", id], limits),
    readPeople: (id: string, limits: CallLimits = {}): Promise<Reading> =>
      readSnapshot(["v2", "verifications", id, "people"], limits),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** Trouble of the service or the way to it. What the caller did wrong says nothing about the next call. */
const trips = (error: ServiceError): boolean =>
  ["SERVICE_ERROR", "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT", "OUTCOME_UNKNOWN"].includes(error.code);

const worthRetrying = (error: ServiceError): boolean =>
  error.code === "SERVICE_ERROR" || error.code === "SERVICE_UNREACHABLE";

/**
 * When the request began, on the service's clock where its `Date` header tells it. `Date` is the whole second in which
 * the answer was made: as long as our clock is within the time that the call may have taken it is the better one, since
 * it knows milliseconds; further off, the service's second counts.
 */
export function onServiceClock(beganMs: number, serviceTime: number | null, nowMs: number = Date.now()): number {
  if (serviceTime === null) return beganMs;
  const earliest = serviceTime - (nowMs - beganMs);
  const latest = serviceTime + 999;
  return Math.min(Math.max(beganMs, earliest), latest);
}
