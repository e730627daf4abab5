import type { ApiKey } from "#lib/core/contract/keys/api-key.ts";
import type { CreatedKey, KeyCheck, ListedKeys } from "#lib/core/contract/keys/keys.ts";
import { isConflict, isOutcomeUnknown, unknownOutcome } from "#lib/core/server/provisioning/attempts.ts";
import { clientWithKey } from "#lib/core/server/service/client.ts";
import { redact } from "#lib/core/server/service/redact.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { fingerprintOf, forgetReveals, holdReveal, revealStates } from "#lib/core/server/vault/reveals.ts";
import type { Listed } from "#lib/platform/contract/answer.ts";
import { CotejoError, conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { keysInUse, learnCurrentKey, requireSendable } from "./own-key.ts";

/** A whole key, which no list should contain; a shortened key does not match. */
const WHOLE_KEY = /svc_sk_[a-z]+_[\w-]{16,}/;

/** The account's API keys as the service lists them now, with the dashboard's facts about each. Throws ServiceError. */
export async function listApiKeys(connection: Pooled = database()): Promise<ListedKeys> {
  const { entries: keys, unreadable } = await readKeys(connection);
  const [{ current, rotating, replacing }, revealed] = await Promise.all([
    keysInUse(connection),
    revealStates("api_key", connection),
  ]);
  return {
    unreadable,
    current_known: current !== null && (unreadable !== null || keys.some(({ api_key_id }) => api_key_id === current)),
    items: keys.map(({ api_key_id, name, created_at, other_fields }) => ({
      id: api_key_id,
      name,
      created_at,
      current: api_key_id === current,
      rotating: rotating.has(api_key_id),
      replacing: replacing.has(api_key_id),
      fingerprint: revealed.get(api_key_id)?.fingerprint ?? null,
      value: revealed.get(api_key_id)?.value ?? null,
      other_fields: withoutKeys(other_fields),
    })),
  };
}

/** The keys as far as they can be read. Only a complete list identifies the dashboard's key. */
async function readKeys(connection: Pooled): Promise<Listed<ApiKey>> {
  const keys = await serviceClient(connection).listReadableApiKeys();
  if (!keys.unreadable) await learnCurrentKey(keys.entries, connection);
  return keys;
}

const withoutKeys = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(redact(fields) as Record<string, unknown>).filter(
      ([, value]) => !WHOLE_KEY.test(JSON.stringify(value) ?? ""),
    ),
  );

/**
 * Creates an API key by a single request, never repeated after an unknown outcome (design §6). The value is held for the
 * session before it is revealed. Throws ServiceError; OUTCOME_UNKNOWN also after 5xx and an answer that could not be read.
 */
export async function createApiKey(
  { name, session_hash }: { name: string; session_hash: string },
  connection: Pooled = database(),
): Promise<CreatedKey> {
  // Identifies the dashboard's key while it is the only one.
  await readKeys(connection);
  const { key, api_key } = await serviceClient(connection)
    .createApiKey(name)
    .catch((error: unknown) => {
      // A conflict is about the name, which the user chose.
      throw isOutcomeUnknown(error) && !isConflict(error) ? unknownOutcome("key", error) : error;
    });
  return revealOnce({ key, api_key, name, session_hash }, connection);
}

/** Reveals a new key, after holding its value for the session. */
export async function revealOnce(
  { key, api_key, name, session_hash }: { key: ApiKey; api_key: string; name: string; session_hash: string },
  connection: Pooled,
): Promise<CreatedKey> {
  const about = { kind: "api_key", subject_id: key.api_key_id, name, value: api_key } as const;
  // A failure to hold the key does not prevent its reveal: it exists, and this answer is the only one with it.
  const held = await holdReveal({ ...about, session_hash }, connection).catch(() => null);
  return {
    id: key.api_key_id,
    name,
    api_key,
    created_at: key.created_at,
    fingerprint: fingerprintOf(api_key),
    reveal_id: held?.id ?? null,
    expires_at: held?.expires_at ?? null,
  };
}

/**
 * Deletes an API key at the service and its held value here, and returns the key. Throws CONFLICT for the dashboard's
 * key, for a key that a rotation needs, and for the last key; CURRENT_KEY_UNKNOWN while the dashboard's key is unknown,
 * since it might be this key.
 */
export async function deleteApiKey(id: string, connection: Pooled = database()): Promise<ApiKey> {
  const { entries: keys, unreadable } = await readKeys(connection);
  const key = keys.find(({ api_key_id }) => api_key_id === id);
  if (!key) throw notFound("This API key");
  const { current, rotating, replacing } = await keysInUse(connection);
  if (id === current || keys.length + (unreadable?.count ?? 0) === 1)
    throw conflict("The dashboard calls the service with this key.");
  if (rotating.has(id)) throw conflict("A rotation that is under way needs this key.");
  if (replacing.has(id)) throw conflict("An open rotation is about this key.");
  if (current === null) throw new CotejoError("CURRENT_KEY_UNKNOWN", 409, "Name the key of this dashboard first.");
  await serviceClient(connection).deleteApiKey(id);
  await forgetReveals(connection.pool, "api_key", id);
  return key;
}

/** Checks a key by GET `/api-keys`, the interface's call for it. Neither stored nor logged. Throws VALIDATION_ERROR. */
export async function checkApiKey(apiKey: string): Promise<KeyCheck> {
  requireSendable(apiKey);
  // A separate client: a failure of another key is no failure of the service.
  const client = clientWithKey(apiKey);
  return { result: await resultOf(client.listReadableApiKeys()), fingerprint: fingerprintOf(apiKey) };
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
