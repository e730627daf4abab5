import { randomUUID } from "node:crypto";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, database, findRow, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { findSecret, fingerprint, masterKeys, openSecret, sealSecret, VaultError } from "./vault.ts";

export type DashboardKey = {
  id: string;
  /** Null for a key from `SVC_API_KEY` whose id is not known yet. */
  service_key_id: string | null;
};

/** The key for this dashboard's calls to the service; null before the first call. */
export const findCurrentKey = (client: Client): Promise<DashboardKey | null> =>
  findRow<DashboardKey>(client, "SELECT id, service_key_id FROM dashboard_keys WHERE state = 'current'");

/** Records the key's id in the service's list; null clears it. */
export async function nameKey(client: Client, id: string, serviceKeyId: string | null): Promise<void> {
  await client.query("UPDATE dashboard_keys SET service_key_id = $2 WHERE id = $1", [id, serviceKeyId]);
}

/** The value of a dashboard key. Throws VaultError for a deleted one. */
export async function openKey(client: Client, id: string): Promise<string> {
  const secretId = await findSecret(client, "api_key", id);
  if (!secretId) throw new VaultError("The value of this API key is not stored any more.");
  return openSecret(client, secretId);
}

/** The value of a key, with its id and name in the service's list, null if unknown. */
export type KnownKey = { value: string; service_key_id: string | null; name: string | null };

type NewKey = KnownKey & { source: "environment" | "admin" | "rotation"; state: "current" | "pending" };

async function insertKey(
  client: Client,
  { service_key_id, name, source, state, value }: NewKey,
  masters = masterKeys(),
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO dashboard_keys (id, service_key_id, name, source, state, fingerprint) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, service_key_id, name, source, state, fingerprint(value, masters[0])],
  );
  await sealSecret(client, { kind: "api_key", owner: id, value }, masters);
  return id;
}

export const addPendingKey = (client: Client, key: KnownKey): Promise<string> =>
  insertKey(client, { ...key, source: "rotation", state: "pending" });

/**
 * Ends a refusal after a switch, so that background calls continue (`lib/core/server/service-calls/budget.ts`), and makes
 * the check due. The update locks the row of the budget, so that no refusal of the old key is recorded later.
 */
async function endRefusal(client: Client): Promise<void> {
  await client.query("UPDATE service_budget SET key_refused_at = NULL");
  await client.query("UPDATE connection_checks SET due_at = now() WHERE error_code = 'SERVICE_UNAUTHORIZED'");
}

/** Makes a pending key current in place of `insteadOf`. Returns false, without a change, if that is no longer current. */
export async function promoteKey(client: Client, pendingId: string, insteadOf: string): Promise<boolean> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.keySwitch]);
  const retired = await client.query(
    "UPDATE dashboard_keys SET state = 'retired', retired_at = now() WHERE id = $1 AND state = 'current'",
    [insteadOf],
  );
  if (retired.rowCount !== 1) return false;
  await client.query("UPDATE dashboard_keys SET state = 'current' WHERE id = $1", [pendingId]);
  await endRefusal(client);
  return true;
}

/** Deletes the value of a key; its row stays, with the fingerprint. */
export async function forgetKey(client: Client, id: string, state: "retired" | "refused"): Promise<void> {
  await client.query("UPDATE dashboard_keys SET state = $2, retired_at = now() WHERE id = $1", [id, state]);
  await client.query("DELETE FROM vault_secrets WHERE kind = 'api_key' AND owner = $1", [id]);
}

const UNNAMED_CURRENT = { service_key_id: null, name: null, state: "current" } as const;

/** Lifetime of a cached key: a switched key takes effect soon, and a burst of calls reads the key once. */
export const REMEMBERED_MS = 500;

export type KeyRow = { id: string; secret_id: string };

export const CURRENT_KEY = `
  SELECT key.id, secret.id AS secret_id FROM dashboard_keys AS key
  JOIN vault_secrets AS secret ON secret.kind = 'api_key' AND secret.owner = key.id::text
  WHERE key.state = 'current'`;

/** Returns the key for calls (design §6), a `refused` one not from the cache. SERVICE_UNAUTHORIZED without a key. */
export function createKeySource({ pool }: Pooled = database()): (refused?: string) => Promise<string> {
  let remembered: { value: string; until: number } | undefined;
  return async (refused) => {
    if (remembered && remembered.until > Date.now() && remembered.value !== refused) return remembered.value;
    const key = await findRow<KeyRow>(pool, CURRENT_KEY);
    const value = key ? await openSecret(pool, key.secret_id) : await storeEnvironmentKey({ pool });
    remembered = { value, until: Date.now() + REMEMBERED_MS };
    return value;
  };
}

/** Stores the first key, from `SVC_API_KEY`; later the key of the vault is used. Of several processes one stores it. */
async function storeEnvironmentKey({ pool }: Pooled): Promise<string> {
  const value = env().SVC_API_KEY;
  if (!value) {
    throw new CotejoError("SERVICE_UNAUTHORIZED", 502, "There is no API key for the service yet: set SVC_API_KEY.");
  }
  return inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.keySwitch]);
    const key = await findRow<KeyRow>(client, CURRENT_KEY);
    if (key) return openSecret(client, key.secret_id);
    await insertKey(client, { ...UNNAMED_CURRENT, value, source: "environment" });
    return value;
  });
}

/** Makes this key current; the previous one is retired, not deleted. A concurrent switch to it changes nothing. */
export async function switchCurrentKey(
  value: string,
  { pool }: Pooled = database(),
  source: "environment" | "admin" = "environment",
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.keySwitch]);
    if (await isCurrentKey(value, { pool: client })) return;
    await client.query("UPDATE dashboard_keys SET state = 'retired', retired_at = now() WHERE state = 'current'");
    await insertKey(client, { ...UNNAMED_CURRENT, value, source });
    await endRefusal(client);
  });
}

/**
 * After a restore, makes a key current that is newer than the backup, and retires the backup's current and pending
 * keys. Returns false, without a change, if the key is current.
 */
export async function setCurrentKey(client: Client, key: KnownKey, masters = masterKeys()): Promise<boolean> {
  if (await isCurrentKey(key.value, { pool: client }, masters)) return false;
  await client.query(
    "UPDATE dashboard_keys SET state = 'retired', retired_at = now() WHERE state IN ('current', 'pending')",
  );
  await insertKey(client, { ...key, source: "rotation", state: "current" }, masters);
  return true;
}

/** Whether this value is the current key, by its fingerprint under any of the master secrets. */
export async function isCurrentKey(value: string, { pool }: { pool: Client } = database(), masters = masterKeys()) {
  const fingerprints = masters.map((key) => fingerprint(value, key));
  const { rowCount } = await pool.query(
    "SELECT FROM dashboard_keys WHERE state = 'current' AND fingerprint = ANY($1)",
    [fingerprints],
  );
  return rowCount === 1;
}
