import { readWebhooks } from "#lib/contract/webhooks/webhook.ts";
import { type Answer, isAnswered, isFromGateway, isSuccess } from "./answer.ts";
import type { Ask, Credentials } from "./ask.ts";
import { inventId, inventKey } from "./invent-id.ts";

/** Everything that is asked, and what came of it; the checks judge nothing else. */
export type Observations = {
  apiKeys: Answer;
  webhooks: Answer;
  /** A webhook of the list, read by itself; null where the list names none. */
  webhook: { id: string; answer: Answer } | null;
  /** Those that were given: the id, to compare with, and when their people were read, on the service's clock. */
  verifications: { id: string; verification: Answer; people: Answer; readAtMs: number }[];
  /** Ids that nobody has. */
  unknown: { webhook: Answer; verification: Answer; people: Answer };
  /** The reads again, without a key. */
  withoutKey: Answer[];
  inventedKey: Answer;
  bearer: Answer;
};

export const answersOf = (seen: Observations): Answer[] => [
  seen.apiKeys,
  seen.webhooks,
  ...(seen.webhook ? [seen.webhook.answer] : []),
  ...seen.verifications.flatMap(({ verification, people }) => [verification, people]),
  ...Object.values(seen.unknown),
  ...seen.withoutKey,
  seen.inventedKey,
  seen.bearer,
];

/** Nothing can be said about the interface; the message says why, for people. */
export class CannotRun extends Error {
  override name = "CannotRun";
}

const API_KEYS = { template: "/api-keys", path: ["api-keys"] };
const WEBHOOKS = { template: "/v2/webhooks", path: ["v2", "webhooks"] };
const webhook = (id: string) => ({ template: "/v2/webhooks/{webhookId}", path: ["v2", "webhooks", id] });
const verification = (id: string) => ({ template: "/verifications/{verification-id}", path: ["verifications", id] });
const people = (id: string) => ({
  template: "/v2/verifications/{verification_id}/people",
  path: ["v2", "verifications", id, "people"],
});

/**
 * Asks everything, one after the other. What is to be refused comes last: a service that locks out after refusals must
 * not spoil the rest. Throws CannotRun where the first calls show that there is nobody, something else, or that the key is not taken.
 */
export async function observe(
  ask: Ask,
  { apiKey, verifications }: { apiKey: string; verifications: readonly string[] },
): Promise<Observations> {
  const withKey: Credentials = { "x-api-key": apiKey };
  const read = (what: { template: string; path: string[] }) => ask({ ...what, credentials: withKey });

  const apiKeys = await read(API_KEYS);
  if (apiKeys.status === null) throw new CannotRun(`the service cannot be reached (${apiKeys.why})`);
  if (isFromGateway(apiKeys)) throw new CannotRun(`the service is not there (${apiKeys.status})`);
  if (apiKeys.status === 401) throw new CannotRun("the service refuses the API key (401)");

  const webhooks = await read(WEBHOOKS);
  if (apiKeys.status === 404 && webhooks.status === 404) {
    throw new CannotRun("nothing of the interface is at this address: /api-keys and /v2/webhooks answer 404");
  }
  const webhookId = firstWebhookId(webhooks);
  const oneWebhook = webhookId === undefined ? null : { id: webhookId, answer: await read(webhook(webhookId)) };
  const given: Observations["verifications"] = [];
  for (const [index, id] of verifications.entries()) {
    const which = verifications.length === 1 ? "" : ` (--verification ${index + 1})`;
    const one = named(await read(verification(id)), which);
    const all = named(await read(people(id)), which);
    const readAtMs = Date.now() + (isAnswered(all) ? (all.clockAheadMs ?? 0) : 0);
    given.push({ id, verification: one, people: all, readAtMs });
  }
  const unknownWebhook = inventId(webhookId);
  const unknownVerification = inventId(verifications[0]);
  const unknown = {
    webhook: named(await read(webhook(unknownWebhook)), " (unknown)"),
    verification: named(await read(verification(unknownVerification)), " (unknown)"),
    people: named(await read(people(unknownVerification)), " (unknown)"),
  };

  const withoutKey: Answer[] = [];
  const known = verifications[0] ?? unknownVerification;
  for (const what of [API_KEYS, WEBHOOKS, webhook(webhookId ?? unknownWebhook), verification(known), people(known)]) {
    withoutKey.push(named(await ask({ ...what, credentials: {} }), " (no key)"));
  }
  const inventedKey = await ask({ ...API_KEYS, credentials: { "x-api-key": inventKey() } });
  const bearer = await ask({ ...API_KEYS, credentials: { authorization: `Bearer ${apiKey}` } });
  return {
    apiKeys,
    webhooks,
    webhook: oneWebhook,
    verifications: given,
    unknown,
    withoutKey,
    inventedKey: named(inventedKey, " (invented key)"),
    bearer: named(bearer, " (key as a bearer)"),
  };
}

const named = (answer: Answer, suffix: string): Answer => ({ ...answer, request: answer.request + suffix });

/** An id that would leave its place in the path is none to ask for. */
function firstWebhookId(webhooks: Answer): string | undefined {
  if (!isSuccess(webhooks) || webhooks.body.kind !== "JSON") return undefined;
  try {
    return readWebhooks(webhooks.body.json)
      .map(({ webhook_id }) => webhook_id)
      .find((id) => id !== "." && id !== ".." && id.isWellFormed());
  } catch {
    return undefined;
  }
}
