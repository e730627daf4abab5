import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { isTarget } from "#lib/core/contract/webhooks/webhook-problems.ts";
import { isStorable } from "#lib/platform/contract/text.ts";
import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import { type ServiceCall, validated } from "#lib/sandbox/http/request.ts";
import { type ApiKey, createApiKey, deleteApiKey, findApiKey, listApiKeys } from "#lib/sandbox/store/accounts.ts";
import { type Client, inTransaction, isDuplicate } from "#lib/sandbox/store/database.ts";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from "#lib/sandbox/store/webhooks.ts";

/** A descriptive name chosen by the caller; any storable string. */
export const keyName = z.string().min(1).max(200).refine(isStorable, "must be storable text");
const createBody = z.object({ id: keyName });

/** The interface does not show the list's entries; here the field of the name is `name`, since `id` is the identifier. */
export async function listKeys({ pool, key }: ServiceCall): Promise<Answer> {
  const keys = await listApiKeys(pool, key.account_id);
  return {
    status: 200,
    json: keys.map(({ id, name, permission, created_at }) => ({ id, name, permission, created_at })),
  };
}

export async function createKey({ pool, key, body }: ServiceCall): Promise<Answer> {
  const { id: name } = validated(createBody, await body());
  const { id, api_key, created_at } = await createNamedKey(pool, key.account_id, name, "full");
  return { status: 201, json: { id, api_key, created_at } };
}

/** Throws DUPLICATE_RESOURCE for a name in use. */
export async function createNamedKey(...[client, accountId, name, permission]: Parameters<typeof createApiKey>) {
  try {
    return await createApiKey(client, accountId, name, permission);
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError("DUPLICATE_RESOURCE", "an API key with this id exists");
    throw error;
  }
}

export async function deleteKey({ pool, key }: ServiceCall, id: string): Promise<Answer> {
  const deleted = await deleteApiKey(pool, key.account_id, id);
  if (!deleted) throw new ApiError("NOT_FOUND", "no such API key");
  return { status: 200, json: { success: true } };
}

/**
 * Returns the key of a call (interface, Authentication): header `x-api-key` only. UNAUTHORIZED when it is missing or
 * unknown, FORBIDDEN for a change with a `read` key.
 */
export async function authenticate(client: Client, request: IncomingMessage): Promise<ApiKey> {
  const given = request.headers["x-api-key"];
  const key = typeof given === "string" && given !== "" ? await findApiKey(client, given) : null;
  if (!key) throw new ApiError("UNAUTHORIZED", "the API key is missing or invalid");
  if (key.permission === "read" && request.method !== "GET") {
    throw new ApiError("FORBIDDEN", "this API key may only read");
  }
  return key;
}

/** The service delivers to HTTPS only; the sandbox also delivers to plain http on its own machine. */
const url = z
  .string()
  .max(2000)
  .refine(isTarget, "must be an https address without credentials (http on this machine only)");
const events = z.array(z.enum(EVENT_NAMES)).transform((names) => [...new Set(names)]);
const description = z.string().max(2000).refine(isStorable, "must be storable text");

const newWebhookBody = z.object({ url, events, description: description.default("") });
const updateBody = z.object({ url: url.optional(), events: events.optional(), description: description.optional() });

const missing = () => new ApiError("NOT_FOUND", "no such webhook");

/** The only answer with `secret`. */
export async function postWebhook({ pool, key, body }: ServiceCall): Promise<Answer> {
  const fields = validated(newWebhookBody, await body());
  return { status: 201, json: await createWebhook(pool, key.account_id, fields) };
}

export async function readWebhooks({ pool, key }: ServiceCall): Promise<Answer> {
  return { status: 200, json: { data: await listWebhooks(pool, key.account_id) } };
}

export async function readWebhook({ pool, key }: ServiceCall, id: string): Promise<Answer> {
  const webhook = await getWebhook(pool, key.account_id, id);
  if (!webhook) throw missing();
  return { status: 200, json: webhook };
}

/** Changes only the given fields; `events` is replaced as a whole. */
export async function putWebhook({ pool, key, body }: ServiceCall, id: string): Promise<Answer> {
  const fields = validated(updateBody, await body());
  const webhook = await updateWebhook(pool, key.account_id, id, fields);
  if (!webhook) throw missing();
  return { status: 200, json: webhook };
}

export async function removeWebhook({ pool, key }: ServiceCall, id: string): Promise<Answer> {
  const deleted = await inTransaction(pool, (client) => deleteWebhook(client, key.account_id, id));
  if (!deleted) throw missing();
  return { status: 204 };
}
