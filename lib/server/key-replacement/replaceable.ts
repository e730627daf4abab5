import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import { CotejoError, notFound } from "#lib/server/errors.ts";
import { learnCurrentKey } from "#lib/server/rotation/current.ts";
import { keysInUse } from "#lib/server/secrets/keys-in-use.ts";
import type { Work } from "./work.ts";

/**
 * The service's keys, once it is certain that the one to be replaced is there and not the dashboard's. Throws NOT_FOUND,
 * CONFLICT for the dashboard's own, and CURRENT_KEY_UNKNOWN while it is not known which one that is.
 */
export async function requireReplaceable(id: string, work: Work): Promise<ApiKey[]> {
  const keys = await work.service.listApiKeys();
  if (!keys.some(({ api_key_id }) => api_key_id === id)) throw notFound("This API key");
  await requireNotOurs(id, keys, work);
  return keys;
}

/** As above, of a key that may be gone. */
export async function requireNotOurs(id: string, keys: readonly ApiKey[], work: Work): Promise<void> {
  await learnCurrentKey(keys, work);
  const { current, rotating } = await keysInUse(work);
  if (id === current || rotating.has(id)) {
    throw new CotejoError("CONFLICT", 409, "This is the dashboard's own key: it is rotated, not replaced.");
  }
  if (current === null) throw new CotejoError("CURRENT_KEY_UNKNOWN", 409, "Name the key of this dashboard first.");
}
