import { createHash, randomBytes } from "node:crypto";
import type { Client } from "./database.ts";

/** A key with `read` permission gets 403 for everything that changes something. */
export type Permission = "full" | "read";
export type ApiKey = { id: string; account_id: string; name: string; permission: Permission; created_at: Date };

const hash = (apiKey: string): Buffer => createHash("sha256").update(apiKey).digest();
const COLUMNS = "id, account_id, name, permission, created_at";

/** Mints a key; only its hash is stored. A name in use raises PostgreSQL's unique_violation. */
export async function createApiKey(
  client: Client,
  accountId: string,
  name: string,
  permission: Permission,
): Promise<ApiKey & { api_key: string }> {
  const apiKey = `svc_sk_live_${randomBytes(24).toString("hex")}`;
  const { rows } = await client.query<ApiKey>(
    `INSERT INTO sandbox.api_key (id, account_id, name, key_hash, permission, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
    [`ak_${randomBytes(12).toString("hex")}`, accountId, name, hash(apiKey), permission, new Date()],
  );
  return { ...(rows[0] as ApiKey), api_key: apiKey };
}

/** The key that `apiKey` is the secret of; read at each call, so that a deletion is effective at once. */
export async function findApiKey(client: Client, apiKey: string): Promise<ApiKey | null> {
  const { rows } = await client.query<ApiKey>(`SELECT ${COLUMNS} FROM sandbox.api_key WHERE key_hash = $1`, [
    hash(apiKey),
  ]);
  return rows[0] ?? null;
}

export async function listApiKeys(client: Client, accountId: string): Promise<ApiKey[]> {
  const { rows } = await client.query<ApiKey>(
    `SELECT ${COLUMNS} FROM sandbox.api_key WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

/** False when there is no such key. */
export async function deleteApiKey(client: Client, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query("DELETE FROM sandbox.api_key WHERE account_id = $1 AND id = $2", [
    accountId,
    id,
  ]);
  return rowCount === 1;
}

export async function deleteApiKeyNamed(client: Client, accountId: string, name: string): Promise<void> {
  await client.query("DELETE FROM sandbox.api_key WHERE account_id = $1 AND name = $2", [accountId, name]);
}
