import { UnreadableAnswer } from "#lib/contract/events/answer.ts";
import { type ApiKey, readApiKeys, readCreatedApiKey } from "#lib/contract/keys/api-key.ts";
import { readCreatedWebhook, readWebhook, readWebhooks, type Webhook } from "#lib/contract/webhooks/webhook.ts";
import { jsonOf, type Request } from "./call.ts";
import { type CallLimits, createSender, type SenderOptions } from "./send.ts";
import { unreadable } from "./service-error.ts";

/** An answer of the read endpoints, as it came, with the service's clock when the request began. */
export type Reading = { body: unknown; began_at_ms: number };

export type WebhookInput = { url: string; events: readonly string[]; description: string };

/** The client of the service: what can be asked of it, each answer read tolerantly (design §7). Throws as `createSender`. */
export function createServiceClient(options: SenderOptions) {
  const send = createSender(options);

  async function read<T>(request: Request, limits: CallLimits, reader: (json: unknown) => T): Promise<T> {
    const answer = await send(request, limits);
    try {
      return reader(jsonOf(answer));
    } catch (error) {
      if (error instanceof UnreadableAnswer) throw unreadable(error.message, answer.status);
      throw error;
    }
  }

  async function readSnapshot(path: readonly string[], limits: CallLimits): Promise<Reading> {
    const began = Date.now();
    const answer = await send({ method: "GET", path }, limits);
    const body = jsonOf(answer);
    if (body === undefined) throw unreadable("it is empty", answer.status);
    return { body, began_at_ms: onServiceClock(began, answer.serviceTime) };
  }

  /** What a command answers beyond its success is not shown in the interface, so it is not read. */
  async function command(request: Request, limits: CallLimits): Promise<void> {
    await send(request, limits);
  }

  return {
    listApiKeys: (limits: CallLimits = {}): Promise<ApiKey[]> =>
      read({ method: "GET", path: ["api-keys"] }, limits, readApiKeys),
    createApiKey: (name: string, limits: CallLimits = {}) =>
      read({ method: "POST", path: ["api-keys"], body: { id: name } }, limits, readCreatedApiKey),
    deleteApiKey: (id: string, limits: CallLimits = {}): Promise<void> =>
      command({ method: "DELETE", path: ["api-keys", id] }, limits),
    listWebhooks: (limits: CallLimits = {}): Promise<Webhook[]> =>
      read({ method: "GET", path: ["v2", "webhooks"] }, limits, readWebhooks),
    getWebhook: (id: string, limits: CallLimits = {}): Promise<Webhook> =>
      read({ method: "GET", path: ["v2", "webhooks", id] }, limits, readWebhook),
    createWebhook: (input: WebhookInput, limits: CallLimits = {}) =>
      read({ method: "POST", path: ["v2", "webhooks"], body: input }, limits, readCreatedWebhook),
    /** Only the fields sent change; `events` is replaced as a whole (interface, Webhooks: rules 1 and 2). */
    updateWebhook: (id: string, change: Partial<WebhookInput>, limits: CallLimits = {}): Promise<void> =>
      command({ method: "PUT", path: ["v2", "webhooks", id], body: change }, limits),
    deleteWebhook: (id: string, limits: CallLimits = {}): Promise<void> =>
      command({ method: "DELETE", path: ["v2", "webhooks", id] }, limits),
    readVerification: (id: string, limits: CallLimits = {}): Promise<Reading> =>
      readSnapshot(["verifications", id], limits),
    readPeople: (id: string, limits: CallLimits = {}): Promise<Reading> =>
      readSnapshot(["v2", "verifications", id, "people"], limits),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

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
