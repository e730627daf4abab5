import type { Database } from "#lib/server/db/database.ts";
import { masterKey } from "#lib/server/vault/master-keys.ts";
import { openSecret, VaultError } from "#lib/server/vault/vault.ts";
import { LaunchError } from "./launch-error.ts";

const CURRENT_KEY = `
  SELECT secret.id FROM dashboard_keys AS key
  JOIN vault_secrets AS secret ON secret.kind = 'api_key' AND secret.owner = key.id::text
  WHERE key.state = 'current'`;

/**
 * Throws LaunchError where no part of `secret` (comma-separated) opens the stored API key: everything would start, and
 * put off whatever is delivered.
 */
export async function checkSecret({ pool }: Pick<Database, "pool">, secret: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(CURRENT_KEY);
  const masters = secret.split(",").map((part) => masterKey(part.trim()));
  try {
    for (const { id } of rows) await openSecret(pool, id, masters);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new LaunchError(
      "COTEJO_SECRET: it does not open the stored API key: set the one that it was stored under, or add that one as the second",
    );
  }
}
