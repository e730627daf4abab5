import { createHash, randomBytes } from "node:crypto";
import type { Pace } from "#lib/edge/contract/sandbox/sandbox.ts";
import { createRandom } from "#lib/sandbox/base/random.ts";
import type { Client } from "./database.ts";

export type ActivePace = Exclude<Pace, "off">;

export type Account = {
  account_id: string;
  account_name: string;
  /** Fixes every story of this account. */
  seed: string;
  dashboard_key_id: string | null;
  /** Signs the URLs of files. */
  file_key: Buffer;
  scenarios_started_at: Date | null;
  next_slot: number;
  next_slot_at: Date | null;
  /** The pace of the steady activity, also during a pause. */
  pace: ActivePace;
  paused_at: Date | null;
};

const SEED = "cotejo";
const ACCOUNT_NAME = "Financiera Altavista, S.A.P.I. de C.V., SOFOM, E.N.R.";
const ACCOUNT_ID = `acc_${createRandom(SEED).text("0123456789abcdef", 24)}`;

/** A lock that queues requests of the account, so that shared holders do not overtake a waiting exclusive one. */
const ACCOUNT_QUEUE = 7_206_455_225;

/** The only account of an installation, created at its first use, and locked until the transaction ends. */
export async function lockAccount(client: Client): Promise<Account> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [ACCOUNT_QUEUE]);
  await client.query(
    "INSERT INTO sandbox.account (account_id, account_name, seed, file_key) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [ACCOUNT_ID, ACCOUNT_NAME, SEED, randomBytes(32)],
  );
  const { rows } = await client.query<Account>("SELECT * FROM sandbox.account WHERE account_id = $1 FOR UPDATE", [
    ACCOUNT_ID,
  ]);
  return rows[0] as Account;
}

export async function getAccount(client: Client, accountId: string): Promise<Account | null> {
  const { rows } = await client.query<Account>("SELECT * FROM sandbox.account WHERE account_id = $1", [accountId]);
  return rows[0] ?? null;
}

/** The account, locked until the transaction ends. */
export async function shareAccount(client: Client, accountId: string): Promise<Account | null> {
  await client.query("SELECT pg_advisory_xact_lock_shared($1)", [ACCOUNT_QUEUE]);
  const text = "SELECT * FROM sandbox.account WHERE account_id = $1 FOR SHARE";
  return (await client.query<Account>(text, [accountId])).rows[0] ?? null;
}

/** The account, or null before it has signed up. */
export const findAccount = (client: Client): Promise<Account | null> => getAccount(client, ACCOUNT_ID);

export async function updateAccount(client: Client, accountId: string, change: Partial<Account>): Promise<void> {
  const columns = Object.keys(change).map((column, index) => `${column} = $${index + 2}`);
  const values = [accountId, ...Object.values(change)];
  await client.query(`UPDATE sandbox.account SET ${columns.join(", ")} WHERE account_id = $1`, values);
}

/** A key with `read` permission gets 403 for every change. */
type Permission = "full" | "read";
export type ApiKey = { id: string; account_id: string; name: string; permission: Permission; created_at: Date };

const hash = (apiKey: string): Buffer => createHash("sha256").update(apiKey).digest();
const COLUMNS = "id, account_id, name, permission, created_at";

/** Creates a key; only its hash is stored. A name in use raises PostgreSQL's unique_violation. */
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

/** The key with the secret `apiKey`; read at each call, so that a deletion is effective at once. */
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
