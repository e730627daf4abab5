import { readApiKeys, readCreatedApiKey } from "#lib/core/contract/keys/api-key.ts";
import { readCreatedWebhook, readWebhook, readWebhooks } from "#lib/core/contract/webhooks/webhook.ts";
import { everyEntry, findList, isRecord, recordOf, UnreadableAnswer } from "#lib/platform/contract/answer.ts";
import { MAX_FINDINGS, MAX_PEOPLE } from "#lib/platform/contract/bounds.ts";
import { supplied } from "#lib/platform/server/base/env.ts";
import { counter } from "#lib/platform/server/base/metrics.ts";
import { type Answer, jsonOf, type Request } from "./call.ts";
import { type CallLimits, createSender, type SenderOptions } from "./send.ts";
import { ServiceError, tooLarge, unreadable } from "./service-error.ts";

/** An answer of the read endpoints, unredacted, and the beginning of the request by the service's clock. */
export type Reading = { body: unknown; began_at_ms: number };

export type WebhookInput = { url: string; events: readonly string[]; description: string };

const calls = counter(
  "cotejo_service_calls_total",
  "Calls to the service with their retries, by outcome: ok, or the code of the failure.",
  ["operation", "outcome"],
);

export type ClientOptions = SenderOptions & {
  /** Called when a call has failed after its retries. `operation` is like `GET /verifications/:id`. */
  onFailure?: (operation: string, error: ServiceError) => void;
};

/** The client of the service. Reads answers tolerantly (design §7). Throws as `createSender`. */
export function createServiceClient(options: ClientOptions) {
  const send = createSender(options);

  async function answered<T>(request: Request, reader: (answer: Answer) => T, limits: CallLimits = {}): Promise<T> {
    const operation = operationOf(request);
    let outcome = "ok";
    try {
      const answer = await send(request, limits);
      try {
        return reader(answer);
      } catch (error) {
        throw error instanceof UnreadableAnswer ? unreadable(error.message, answer.status) : error;
      }
    } catch (error) {
      outcome = error instanceof ServiceError ? error.code : "INTERNAL_SERVER_ERROR";
      if (error instanceof ServiceError) options.onFailure?.(operation, error);
      throw error;
    } finally {
      calls.inc({ operation, outcome });
    }
  }

  const read = <T>(request: Request, reader: (json: unknown) => T): Promise<T> =>
    answered(request, (answer) => reader(jsonOf(answer)));

  function readSnapshot(
    path: readonly string[],
    subject: "verification" | "people",
    id: string,
    limits?: CallLimits,
  ): Promise<Reading> {
    const began = Date.now();
    const reader = (answer: Answer): Reading => {
      const body = jsonOf(answer);
      if (body === undefined) throw new UnreadableAnswer("it is empty");
      checkAnswer(body, subject, id);
      return { body, began_at_ms: onServiceClock(began, answer.serviceTime) };
    };
    return answered({ method: "GET", path }, reader, limits);
  }

  /** The answer of a command is not read: the interface documents no body. */
  const command = (request: Request): Promise<void> => answered(request, () => undefined);

  return {
    /** Throws if an entry is unreadable, for callers that rely on the absence of a key. */
    listApiKeys: () => read({ method: "GET", path: ["api-keys"] }, (json) => everyEntry(readApiKeys(json))),
    listReadableApiKeys: () => read({ method: "GET", path: ["api-keys"] }, readApiKeys),
    createApiKey: (name: string) => read({ method: "POST", path: ["api-keys"], body: { id: name } }, readCreatedApiKey),
    deleteApiKey: (id: string) => command({ method: "DELETE", path: ["api-keys", id] }),
    /** Throws if an entry is unreadable, for callers that rely on the absence of a webhook. */
    listWebhooks: () => read({ method: "GET", path: ["v2", "webhooks"] }, (json) => everyEntry(readWebhooks(json))),
    /** The readable webhooks. `clock_ahead`: seconds by which our clock is ahead; null if the answer has no time. */
    listReadableWebhooks: () => {
      const began = Date.now();
      return answered({ method: "GET", path: ["v2", "webhooks"] }, (answer) => ({
        webhooks: readWebhooks(jsonOf(answer)),
        clock_ahead: secondsAhead(began, Date.now(), answer.serviceTime),
      }));
    },
    getWebhook: (id: string) => read({ method: "GET", path: ["v2", "webhooks", id] }, readWebhook),
    createWebhook: (input: WebhookInput) =>
      read({ method: "POST", path: ["v2", "webhooks"], body: input }, readCreatedWebhook),
    /** Only the fields sent change; `events` is replaced as a whole (interface, Webhooks: rules 1 and 2). */
    updateWebhook: (id: string, change: Partial<WebhookInput>) =>
      command({ method: "PUT", path: ["v2", "webhooks", id], body: change }),
    deleteWebhook: (id: string) => command({ method: "DELETE", path: ["v2", "webhooks", id] }),
    readVerification: (id: string, limits?: CallLimits) =>
      readSnapshot(["verifications", id], "verification", id, limits),
    readPeople: (id: string, limits?: CallLimits) =>
      readSnapshot(["v2", "verifications", id, "people"], "people", id, limits),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

export const clientWithKey = (apiKey: string, more: Pick<ClientOptions, "onKeyRefused"> = {}): ServiceClient =>
  createServiceClient({ baseUrl: supplied("SVC_BASE_URL"), getKey: async () => apiKey, ...more });

const PATH_WORDS = new Set(["api-keys", "v2", "webhooks", "verifications", "people"]);

/** A request without its variable parts: `GET /verifications/:id`. */
const operationOf = ({ method, path }: Request): string =>
  `${method} /${path.map((segment) => (PATH_WORDS.has(segment) ? segment : ":id")).join("/")}`;

/** Estimates that the service wrote `Date`, which is cut to whole seconds, in the middle of the call. */
function secondsAhead(beganMs: number, endedMs: number, serviceTime: number | null): number | null {
  return serviceTime === null ? null : ((beganMs + endedMs) / 2 - (serviceTime + 500)) / 1000;
}

/**
 * The beginning of a request by the service's clock. `Date` has the whole second of the answer: our own time, which is
 * more precise, is used if it agrees with `Date` and the duration of the call, else the nearest possible time.
 */
export function onServiceClock(beganMs: number, serviceTime: number | null, nowMs: number = Date.now()): number {
  if (serviceTime === null) return beganMs;
  const earliest = serviceTime - (nowMs - beganMs);
  const latest = serviceTime + 999;
  return Math.min(Math.max(beganMs, earliest), latest);
}

/** Fields of the interface, Verification: an answer without any of them is not a verification. */
const IDENTIFYING_FIELDS = "verification_id account_id created_at status tag documents_status findings".split(" ");

/**
 * Throws SERVICE_TOO_LARGE above the bounds, and UnreadableAnswer, with the field, for an answer that cannot be about
 * this verification: if it were stored, it would invent a verification or give it the state of another (design §7).
 */
function checkAnswer(body: unknown, subject: "verification" | "people", verification_id: string): void {
  if (subject === "people") {
    const people = findList(body);
    if (!people) throw new UnreadableAnswer("full_list: expected a list");
    if (people.list.length > MAX_PEOPLE) throw tooLarge(`more than ${MAX_PEOPLE} people`, 200);
  } else checkRecord(recordOf(body, IDENTIFYING_FIELDS, "verification"));
  const stated =
    isRecord(body) &&
    (isRecord(body.data) ? (body.verification_id ?? body.data.verification_id) : body.verification_id);
  if (typeof stated === "string" && stated !== verification_id) {
    throw new UnreadableAnswer("verification_id: that of another verification");
  }
}

function checkRecord(record: Record<string, unknown>): void {
  if (!IDENTIFYING_FIELDS.some((field) => Object.hasOwn(record, field))) {
    throw new UnreadableAnswer("verification.status: missing (and every other field of a verification)");
  }
  const { findings } = record;
  if (isRecord(findings) && Array.isArray(findings.items) && findings.items.length > MAX_FINDINGS) {
    throw tooLarge(`more than ${MAX_FINDINGS} findings`, 200);
  }
}
