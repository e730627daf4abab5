import type { KeyCheck } from "#lib/contract/keys/keys.ts";
import { env } from "#lib/server/env.ts";
import { createServiceClient } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { fingerprintOf } from "./reveals.ts";

/** Tries a key with GET `/api-keys`, the call that the interface names for it. It is neither stored nor logged. */
export async function checkApiKey(apiKey: string): Promise<KeyCheck> {
  const baseUrl = env().SVC_BASE_URL;
  if (!baseUrl) throw new Error("SVC_BASE_URL is supplied by the launcher or the environment");
  // A client of its own: what comes of a stranger's key says nothing about the service.
  const client = createServiceClient({ baseUrl, getKey: async () => apiKey });
  return { result: await resultOf(client.listApiKeys()), fingerprint: fingerprintOf(apiKey) };
}

async function resultOf(call: Promise<unknown>): Promise<KeyCheck["result"]> {
  try {
    await call;
    return "works";
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "SERVICE_UNAUTHORIZED") return "invalid";
    return error.code === "SERVICE_FORBIDDEN" ? "forbidden" : "unknown";
  }
}
