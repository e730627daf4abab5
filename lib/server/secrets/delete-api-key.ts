import type { ApiKey } from "#lib/contract/keys/api-key.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { CotejoError, notFound } from "#lib/server/errors.ts";
import { serviceClient } from "#lib/server/refresh/service.ts";
import { learnCurrentKey } from "#lib/server/rotation/current.ts";
import { keysInUse } from "./keys-in-use.ts";
import { forgetReveals } from "./reveals.ts";

/**
 * Deletes an API key at the service, and here its value where that is still held for somebody; returns what it was. Throws CONFLICT for the dashboard's own, one that a rotation or a replacement needs,
 * and the last one; CURRENT_KEY_UNKNOWN while it is not known which one is the dashboard's, since it might be this.
 */
export async function deleteApiKey(id: string, connection: Pick<Database, "pool"> = database()): Promise<ApiKey> {
  const service = serviceClient(connection);
  const keys = await service.listApiKeys();
  await learnCurrentKey(keys, connection);
  const key = keys.find(({ api_key_id }) => api_key_id === id);
  if (!key) throw notFound("This API key");
  const { current, rotating, replacing } = await keysInUse(connection);
  if (id === current || keys.length === 1) throw inUse("The dashboard calls the service with this key.");
  if (rotating.has(id)) throw inUse("A rotation that is under way needs this key.");
  if (replacing.has(id)) throw inUse("An open replacement is about this key.");
  if (current === null) {
    throw new CotejoError("CURRENT_KEY_UNKNOWN", 409, "Name the key of this dashboard first.");
  }
  await service.deleteApiKey(id);
  await forgetReveals(connection.pool, "api_key", id);
  return key;
}

const inUse = (message: string) => new CotejoError("CONFLICT", 409, message);
