import { randomInt, randomUUID } from "node:crypto";
import { readWebhooks } from "#lib/core/contract/webhooks/webhook.ts";
import { type Answer, type Ask, type Credentials, type Endpoint, isAnswered, isFromGateway, jsonOf } from "./ask.ts";

/**
 * The purpose of a request: `read` reads an existing object with the key; `in vain` a given verification that neither
 * endpoint knows; `unknown` an invented id. The service must refuse requests of the other purposes.
 */
type Purpose = "read" | "in vain" | "unknown" | "no key" | "invented key" | "key as a bearer";

export type Call<A extends Answer = Answer> = {
  /** Method, path as in the interface, and the variant: no identifier, no address. */
  request: string;
  endpoint: Endpoint;
  purpose: Purpose;
  id: string;
  answer: A;
};

/** All requests with their outcomes, the only input of the rules. */
export type Observations = readonly Call[];

/** The check cannot run; the message gives the reason. */
export class CannotRun extends Error {
  override name = "CannotRun";
}

/**
 * Sends all requests, one after the other. Requests to be refused come last: a service may lock out after refusals.
 * Throws CannotRun if the first calls find no server or another server, or if the key is refused.
 */
export async function observe(
  ask: Ask,
  { apiKey, verifications }: { apiKey: string; verifications: readonly string[] },
): Promise<Observations> {
  const seen: Call[] = [];
  const credentials: Partial<Record<Purpose, Credentials>> = {
    "no key": {},
    "invented key": { "x-api-key": inventKey() },
    "key as a bearer": { authorization: `Bearer ${apiKey}` },
  };
  const get = async (
    purpose: Purpose,
    endpoint: Endpoint,
    id = "",
    note = purpose === "read" ? "" : ` (${purpose})`,
  ) => {
    const answer = await ask({ endpoint, id, credentials: credentials[purpose] ?? { "x-api-key": apiKey } });
    const call: Call = { request: `GET ${endpoint}${note}`, endpoint, purpose, id, answer };
    seen.push(call);
    return call;
  };

  const { answer: apiKeys } = await get("read", "/api-keys");
  if (apiKeys.status === null) throw new CannotRun(`the service cannot be reached (${apiKeys.why})`);
  if (isFromGateway(apiKeys)) throw new CannotRun(`the service is not there (${apiKeys.status})`);
  if (apiKeys.status === 401) throw new CannotRun("the service refuses the API key (401)");
  const { answer: webhooks } = await get("read", "/v2/webhooks");
  if (apiKeys.status === 404 && webhooks.status === 404) {
    throw new CannotRun("nothing of the interface is at this address: /api-keys and /v2/webhooks answer 404");
  }
  const webhook = firstWebhookId(webhooks);
  if (webhook !== undefined) await get("read", "/v2/webhooks/{webhookId}", webhook);
  for (const [index, id] of verifications.entries()) {
    const note = verifications.length === 1 ? "" : ` (--verification ${index + 1})`;
    const both = [
      await get("read", "/verifications/{verification-id}", id, note),
      await get("read", "/v2/verifications/{verification_id}/people", id, note),
    ];
    if (both.every(({ answer }) => answer.status === 404)) for (const call of both) call.purpose = "in vain";
  }

  const unknownWebhook = inventId(webhook);
  const unknown = inventId(verifications[0]);
  const known = verifications[0] ?? unknown;
  await get("unknown", "/v2/webhooks/{webhookId}", unknownWebhook);
  await get("unknown", "/verifications/{verification-id}", unknown);
  await get("unknown", "/v2/verifications/{verification_id}/people", unknown);
  await get("no key", "/api-keys");
  await get("no key", "/v2/webhooks");
  await get("no key", "/v2/webhooks/{webhookId}", webhook ?? unknownWebhook);
  await get("no key", "/verifications/{verification-id}", known);
  await get("no key", "/v2/verifications/{verification_id}/people", known);
  await get("invented key", "/api-keys");
  await get("key as a bearer", "/api-keys");
  return seen;
}

/**
 * Why a call says nothing about the interface: no answer, too many calls, a fault of the service (interface, Errors: a
 * documented answer, to be tried again), a missing permission of the key (interface, Authentication: API key), or an
 * unknown id. Null for a usable answer.
 */
export function obstacleOf({ request, purpose, answer }: Call): string | null {
  if (!isAnswered(answer)) return `${request} had no answer: ${answer.why}`;
  if (answer.status === 429) return `${request} answered 429: it asks for fewer calls`;
  if (answer.status >= 500) return `${request} answered ${answer.status}`;
  if (answer.status === 403 && purpose === "read") return `${request} answered 403: this key may not read it`;
  return purpose === "in vain" ? `${request} answered 404: the service does not know it` : null;
}

/** An id that would leave its path segment is not requested. */
function firstWebhookId(webhooks: Answer): string | undefined {
  try {
    const ids = jsonOf(webhooks).flatMap((json) => readWebhooks(json).entries);
    return ids.map(({ webhook_id }) => webhook_id).find((id) => id !== "." && id !== ".." && id.isWellFormed());
  } catch {
    return undefined;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DIGITS = "0123456789";
const ALPHABETS = [DIGITS, "abcdef", "ABCDEF"];

const pick = (characters: string): string => characters.charAt(randomInt(characters.length));

/**
 * An unknown id in the form of a known one: a service may refuse another form before the lookup. Sequential numbers have
 * small neighbours, so a large number is chosen. Without an example: a UUID.
 */
export function inventId(example: string | undefined): string {
  if (!example || UUID.test(example)) return randomUUID();
  if (/^\d+$/.test(example)) return "9".repeat(Math.max(example.length, 9));
  const prefix = example.slice(0, example.lastIndexOf("_") + 1);
  const similar = (one: string) => pick(ALPHABETS.find((alphabet) => alphabet.includes(one)) ?? one);
  return prefix + example.slice(prefix.length).replace(/[0-9a-f]/gi, similar);
}

/** An invented key in the form of a real one (interface, Resources: API key). */
export const inventKey = (): string =>
  `svc_sk_live_${Array.from({ length: 48 }, () => pick(`${DIGITS}abcdef`)).join("")}`;
