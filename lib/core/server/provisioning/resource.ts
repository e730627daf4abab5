import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import { sameEvents } from "#lib/core/contract/webhooks/webhooks.ts";
import type { ServiceClient, WebhookInput } from "#lib/core/server/service/client.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import type { Attempt } from "./attempts.ts";

export type Created<Entry> = { entry: Entry; secret: string };

/** The ids of the leftovers of an attempt; `unclear` are ids that only an admin can judge. */
type Leftovers = { ids: string[]; unclear?: string[] };

type RecordedAttempt<Input> = Pick<Attempt<Input>, "asked" | "known_ids">;

/** A resource of the service whose secret is readable once. */
export type Resource<Entry, Input> = {
  kind: "key" | "webhook";
  idOf(entry: Entry): string;
  list(): Promise<Entry[]>;
  create(asked: Input): Promise<Created<Entry>>;
  delete(id: string): Promise<void>;
  /** Finds the leftovers of an attempt in the service's list. Entries from before the attempt are never its leftovers. */
  leftBy(attempt: RecordedAttempt<Input>, listed: readonly Entry[]): Leftovers;
};

export type KeyService = Pick<ServiceClient, "listApiKeys" | "createApiKey" | "deleteApiKey">;
export type KeyInput = { name: string };

/** Keys are recognised by their names: each attempt has its own (interface, API key: `id` must be unique). */
export const apiKeys = (service: KeyService): Resource<ApiKey, KeyInput> => ({
  kind: "key",
  idOf: ({ api_key_id }) => api_key_id,
  list: () => service.listApiKeys(),
  create: async ({ name }) => {
    const { key, api_key } = await service.createApiKey(name);
    return { entry: key, secret: api_key };
  },
  delete: (id) => service.deleteApiKey(id),
  leftBy({ asked, known_ids }, listed) {
    const since = listed.filter(({ api_key_id }) => !known_ids.includes(api_key_id));
    // A list may hold the name as the id (design §7).
    const named = since.filter(({ name, api_key_id }) => name === asked.name || api_key_id === asked.name);
    const nameless = since.filter(({ name }) => name === null);
    const clear = named.length > 0 || (nameless.length === 0 && listed.some(({ name }) => name !== null));
    return { ids: idsOf(named), ...(clear ? {} : { unclear: idsOf(nameless) }) };
  },
});

const idsOf = (keys: readonly ApiKey[]) => keys.map(({ api_key_id }) => api_key_id);

type Webhooks = Pick<ServiceClient, "listWebhooks" | "createWebhook" | "deleteWebhook">;

/** Webhooks have no name: they are recognised by their request. */
export const webhooks = (service: Webhooks): Resource<Webhook, WebhookInput> => ({
  kind: "webhook",
  idOf: ({ webhook_id }) => webhook_id,
  list: () => service.listWebhooks(),
  create: async (asked) => {
    const { webhook, secret } = await service.createWebhook(asked);
    return { entry: webhook, secret };
  },
  delete: (id) => service.deleteWebhook(id),
  leftBy: (attempt, listed) => ({
    ids: listed.filter((webhook) => mayBeOf(attempt, webhook)).map(({ webhook_id }) => webhook_id),
  }),
});

/** Whether a webhook may be the leftover of an attempt: it is new, and equals the request. */
export const mayBeOf = (
  { asked, known_ids }: RecordedAttempt<WebhookInput>,
  { webhook_id, url, events, description }: Webhook,
): boolean =>
  !known_ids.includes(webhook_id) &&
  isSameAddress(url, asked.url) &&
  sameEvents(events, asked.events) &&
  (description ?? "") === asked.description;

/** Whether two spellings are the same address: the service may return `HTTPS://Host:443/…`. */
export function isSameAddress(one: string | null, other: string): boolean {
  if (one === null) return false;
  return URL.canParse(one) && URL.canParse(other) ? new URL(one).href === new URL(other).href : one === other;
}

/** Deletes a key or webhook if it is there. A proxy may answer 404 as well, so the list must confirm the absence. */
export async function deleteIfThere<Entry, Input>(
  { kind, idOf, list, ...resource }: Resource<Entry, Input>,
  id: string,
): Promise<void> {
  try {
    await resource.delete(id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.serviceStatus === 404)) throw error;
    if (!(await list()).some((entry) => idOf(entry) === id)) return;
    throw new ServiceError("OUTCOME_UNKNOWN", 502, `The service answers 404 to deleting a ${kind} that it lists.`, {
      retryable: true,
      serviceStatus: 404,
    });
  }
}
