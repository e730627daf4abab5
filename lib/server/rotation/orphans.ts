import type { Client } from "#lib/server/db/database.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";
import { isCalled } from "./outcomes.ts";

type Keys = Pick<ServiceClient, "listApiKeys" | "deleteApiKey">;

/**
 * Deletes a key at the service; that it is not there is what deleting wants. A 404 alone does not prove that, since it may
 * be anybody's on the way: the key has to be off the list.
 */
export async function deleteIfThere(service: Keys, id: string): Promise<void> {
  try {
    await service.deleteApiKey(id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.serviceStatus === 404)) throw error;
    if ((await service.listApiKeys()).some(({ api_key_id }) => api_key_id === id)) throw stillThere();
  }
}

const stillThere = () =>
  new ServiceError("SERVICE_ERROR", 502, "The service answers 404 to deleting a key that it lists.", {
    retryable: true,
    serviceStatus: 404,
  });

/** Deletes the keys of lost attempts that have come true late, and returns how many those were. */
export async function deleteOrphans(client: Client, service: Keys, labels: readonly string[]): Promise<number> {
  if (labels.length === 0) return 0;
  const keys = await service.listApiKeys();
  const { rows } = await client.query<{ service_key_id: string }>(
    "SELECT service_key_id FROM dashboard_keys WHERE state IN ('current', 'pending') AND service_key_id IS NOT NULL",
  );
  const used = new Set(rows.map(({ service_key_id }) => service_key_id));
  const orphans = keys.filter((key) => !used.has(key.api_key_id) && labels.some((label) => isCalled(key, label)));
  for (const { api_key_id } of orphans) await deleteIfThere(service, api_key_id);
  return orphans.length;
}
