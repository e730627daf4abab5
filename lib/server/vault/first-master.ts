import { type Database, inTransaction } from "#lib/server/db/database.ts";
import { fingerprint, type MasterKey, masterKeys } from "./master-keys.ts";
import { openSecret, reencryptAll } from "./vault.ts";

/** How many were under another master secret. */
export type Moved = { secrets: number; fingerprints: number };

/** Keys whose value is stored still: of one that was deleted nothing but its old fingerprint is left, which nobody asks. */
const STALE = `
  SELECT key.id, secret.id AS secret_id FROM dashboard_keys AS key
  JOIN vault_secrets AS secret ON secret.kind = 'api_key' AND secret.owner = key.id::text
  WHERE NOT starts_with(key.fingerprint, $1) FOR UPDATE OF key`;

/**
 * Puts everything that was made with another master secret under the first (design §6, Vault), all or nothing: values of
 * the vault are encrypted anew, fingerprints of keys taken anew. Afterwards the others are needed no more. Throws
 * VaultError, which names the missing one, where one of them is not there.
 */
export async function moveToFirstMaster(
  { pool }: Pick<Database, "pool">,
  masters: readonly MasterKey[] = masterKeys(),
): Promise<Moved> {
  return inTransaction(pool, async (tx) => {
    const secrets = await reencryptAll(tx, masters);
    const [first] = masters;
    const { rows } = await tx.query<{ id: string; secret_id: string }>(STALE, [`${first?.id}:`]);
    for (const { id, secret_id } of rows) {
      const value = await openSecret(tx, secret_id, masters);
      await tx.query("UPDATE dashboard_keys SET fingerprint = $2 WHERE id = $1", [id, fingerprint(value, first)]);
    }
    return { secrets, fingerprints: rows.length };
  });
}
