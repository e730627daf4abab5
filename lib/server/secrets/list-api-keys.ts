import type { ListedKeys } from "#lib/contract/keys/keys.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { redact } from "#lib/server/refresh/redact.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import { learnCurrentKey } from "#lib/server/rotation/current.ts";
import { keysInUse } from "./keys-in-use.ts";
import { toldOf } from "./reveals.ts";

/** A whole key, which no list should tell; a shortened one is let through. */
const WHOLE_KEY = /svc_sk_[a-z]+_[\w-]{16,}/;

/** The account's API keys as the service lists them now, with what the dashboard knows of each. Throws ServiceError. */
export async function listApiKeys(connection: Pick<Database, "pool"> = database()): Promise<ListedKeys> {
  const keys = await serviceClient(connection).listApiKeys();
  await learnCurrentKey(keys, connection);
  const [{ current, rotating, replacing }, told] = await Promise.all([
    keysInUse(connection),
    toldOf("api_key", connection),
  ]);
  return {
    current_known: current !== null && keys.some(({ api_key_id }) => api_key_id === current),
    items: keys.map(({ api_key_id, name, created_at, other_fields }) => ({
      id: api_key_id,
      name,
      created_at,
      current: api_key_id === current,
      rotating: rotating.has(api_key_id),
      replacing: replacing.has(api_key_id),
      fingerprint: told.get(api_key_id)?.fingerprint ?? null,
      value: told.get(api_key_id)?.value ?? null,
      other_fields: withoutKeys(other_fields),
    })),
  };
}

const withoutKeys = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(redact(fields) as Record<string, unknown>).filter(
      ([, value]) => !WHOLE_KEY.test(JSON.stringify(value) ?? ""),
    ),
  );
