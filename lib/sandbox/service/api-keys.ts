import { z } from "zod";
import type { Answer } from "#lib/sandbox/http/answer.ts";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { validated } from "#lib/sandbox/http/read-body.ts";
import { createApiKey, deleteApiKey, listApiKeys } from "#lib/sandbox/store/api-keys.ts";
import { isDuplicate } from "#lib/sandbox/store/database.ts";
import type { ServiceCall } from "./context.ts";

/** A descriptive name chosen by the caller; any string that can be stored. */
export const keyName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !name.includes("\u0000") && name.isWellFormed(), "must be storable text");
const createBody = z.object({ id: keyName });

/** The list's entries are not shown in the interface; here the name is `name`, since `id` holds the identifier. */
export async function listKeys({ pool, key }: ServiceCall): Promise<Answer> {
  const keys = await listApiKeys(pool, key.account_id);
  return {
    status: 200,
    json: keys.map(({ id, name, permission, created_at }) => ({ id, name, permission, created_at })),
  };
}

export async function createKey({ pool, key, body }: ServiceCall): Promise<Answer> {
  const { id: name } = validated(createBody, await body());
  try {
    const created = await createApiKey(pool, key.account_id, name, "full");
    return {
      status: 201,
      json: { id: created.id, api_key: created.api_key, created_at: created.created_at },
    };
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError("DUPLICATE_RESOURCE", "an API key with this id exists");
    throw error;
  }
}

export async function deleteKey({ pool, key }: ServiceCall, parameters: Record<string, string>): Promise<Answer> {
  const deleted = await deleteApiKey(pool, key.account_id, parameters.id ?? "");
  if (!deleted) throw new ApiError("NOT_FOUND", "no such API key");
  return { status: 200, json: { success: true } };
}
