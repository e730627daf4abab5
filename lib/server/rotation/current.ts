import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import type { Database } from "#lib/server/db/database.ts";
import { CotejoError, invalid } from "#lib/server/errors.ts";
import { type DashboardKey, findCurrentKey, nameKey } from "#lib/server/vault/dashboard-keys.ts";

/**
 * Learns which entry of the service's list the dashboard's key is, where it came from `SVC_API_KEY`: while the list holds
 * one key, it is that one (design §6). `keys` is the list as the current key sees it.
 */
export async function learnCurrentKey(
  keys: readonly ApiKey[],
  { pool }: Pick<Database, "pool">,
): Promise<DashboardKey | null> {
  const current = await findCurrentKey(pool);
  const [only, ...others] = keys;
  if (!current || current.service_key_id !== null || !only || others.length > 0) return current;
  await nameKey(pool, current.id, only.api_key_id);
  return { ...current, service_key_id: only.api_key_id };
}

/** As `learnCurrentKey`, else it is the one that an admin names. Throws CURRENT_KEY_UNKNOWN while nobody does. */
export async function identifyCurrentKey(
  keys: readonly ApiKey[],
  named: string | undefined,
  { pool }: Pick<Database, "pool">,
): Promise<{ id: string; service_key_id: string }> {
  const current = await learnCurrentKey(keys, { pool });
  if (!current) throw new Error("a key that lists keys is stored");
  if (current.service_key_id !== null) return { ...current, service_key_id: current.service_key_id };
  if (named === undefined) {
    throw new CotejoError("CURRENT_KEY_UNKNOWN", 409, "Name the key of this dashboard first: current_key_id.");
  }
  if (!keys.some(({ api_key_id }) => api_key_id === named)) throw invalid("Invalid current_key_id.");
  await nameKey(pool, current.id, named);
  return { ...current, service_key_id: named };
}
