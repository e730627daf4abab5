import type { IncomingMessage } from "node:http";
import { ApiError } from "#lib/sandbox/http/api-error.ts";
import { type ApiKey, findApiKey } from "#lib/sandbox/store/api-keys.ts";
import type { Client } from "#lib/sandbox/store/database.ts";

/**
 * The key of a call (interface, Authentication): header `x-api-key` only. UNAUTHORIZED when it is missing or unknown,
 * FORBIDDEN when a key that may only read is to change something.
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
