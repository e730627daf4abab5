import { z } from "zod";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import { type ServiceCall, validated } from "#lib/sandbox/http/request.ts";
import { inTransaction } from "#lib/sandbox/store/database.ts";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from "#lib/sandbox/store/webhooks.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Only HTTPS targets are delivered to; the sandbox also takes plain http on this machine, where it lives itself. */
const url = z
  .string()
  .max(2000)
  .refine(isTarget, "must be an https address without credentials (http on this machine only)");

function isTarget(text: string): boolean {
  const target = URL.parse(text);
  if (target?.username !== "" || target.password !== "") return false;
  return target.protocol === "https:" || (target.protocol === "http:" && LOOPBACK.test(target.hostname));
}
const events = z.array(z.enum(EVENT_NAMES)).transform((names) => [...new Set(names)]);
const description = z
  .string()
  .max(2000)
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "must be storable text");

const createBody = z.object({ url, events, description: description.default("") });
const updateBody = z.object({ url: url.optional(), events: events.optional(), description: description.optional() });

const missing = () => new ApiError("NOT_FOUND", "no such webhook");

/** The only answer that carries `secret`. */
export async function createHook({ pool, key, body }: ServiceCall): Promise<Answer> {
  const fields = validated(createBody, await body());
  return { status: 201, json: await createWebhook(pool, key.account_id, fields) };
}

export async function listHooks({ pool, key }: ServiceCall): Promise<Answer> {
  return { status: 200, json: { data: await listWebhooks(pool, key.account_id) } };
}

export async function getHook({ pool, key }: ServiceCall, parameters: Record<string, string>): Promise<Answer> {
  const webhook = await getWebhook(pool, key.account_id, parameters.id ?? "");
  if (!webhook) throw missing();
  return { status: 200, json: webhook };
}

/** Changes the fields sent and no other; `events` is replaced as a whole. */
export async function updateHook(
  { pool, key, body }: ServiceCall,
  parameters: Record<string, string>,
): Promise<Answer> {
  const fields = validated(updateBody, await body());
  const webhook = await updateWebhook(pool, key.account_id, parameters.id ?? "", fields);
  if (!webhook) throw missing();
  return { status: 200, json: webhook };
}

export async function deleteHook({ pool, key }: ServiceCall, parameters: Record<string, string>): Promise<Answer> {
  const deleted = await inTransaction(pool, (client) => deleteWebhook(client, key.account_id, parameters.id ?? ""));
  if (!deleted) throw missing();
  return { status: 204 };
}
