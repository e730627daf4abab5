import { randomUUID } from "node:crypto";
import type { Client } from "#lib/server/db/database.ts";
import { SWITCH_LOCK } from "./current-key.ts";
import { fingerprint } from "./master-keys.ts";
import { openSecret, sealSecret, VaultError } from "./vault.ts";

export type DashboardKey = {
  id: string;
  /** Null where it came from `SVC_API_KEY` and nobody has told yet. */
  service_key_id: string | null;
};

/** The key that this dashboard calls the service with; null before the first call. */
export async function findCurrentKey(client: Client): Promise<DashboardKey | null> {
  const { rows } = await client.query<DashboardKey>(
    "SELECT id, service_key_id FROM dashboard_keys WHERE state = 'current'",
  );
  return rows[0] ?? null;
}

/** Notes which entry of the service's list the key is; null forgets it. */
export async function nameKey(client: Client, id: string, serviceKeyId: string | null): Promise<void> {
  await client.query("UPDATE dashboard_keys SET service_key_id = $2 WHERE id = $1", [id, serviceKeyId]);
}

/** The value of a dashboard key. Throws VaultError when it was deleted. */
export async function openKey(client: Client, id: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM vault_secrets WHERE kind = 'api_key' AND owner = $1",
    [id],
  );
  if (!rows[0]) throw new VaultError("The value of this API key is not stored any more.");
  return openSecret(client, rows[0].id);
}

/** Stores a key that is not used yet, and returns its id. */
export async function addPendingKey(
  client: Client,
  key: { service_key_id: string; name: string; value: string },
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO dashboard_keys (id, service_key_id, name, source, state, fingerprint)
     VALUES ($1, $2, $3, 'rotation', 'pending', $4)`,
    [id, key.service_key_id, key.name, fingerprint(key.value)],
  );
  await sealSecret(client, { kind: "api_key", owner: id, value: key.value });
  return id;
}

/** Makes a pending key current in place of another. False, and nothing changed, where that one is current no more. */
export async function promoteKey(client: Client, pendingId: string, insteadOf: string): Promise<boolean> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [SWITCH_LOCK]);
  const retired = await client.query(
    "UPDATE dashboard_keys SET state = 'retired', retired_at = now() WHERE id = $1 AND state = 'current'",
    [insteadOf],
  );
  if (retired.rowCount !== 1) return false;
  await client.query("UPDATE dashboard_keys SET state = 'current' WHERE id = $1", [pendingId]);
  return true;
}

/** Deletes the value of a key that is used no more; the row stays, with its fingerprint. */
export async function forgetKey(client: Client, id: string, state: "retired" | "refused"): Promise<void> {
  await client.query("UPDATE dashboard_keys SET state = $2, retired_at = now() WHERE id = $1", [id, state]);
  await client.query("DELETE FROM vault_secrets WHERE kind = 'api_key' AND owner = $1", [id]);
}
