import type { SignatureCheck } from "#lib/contract/deliveries/delivery.ts";
import { readHeaderLeniently } from "#lib/contract/deliveries/signature-bench.ts";
import { matchSignature, signingKey } from "#lib/receiver/signature.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { openSecret } from "#lib/server/vault/vault.ts";

type Role = NonNullable<SignatureCheck["match"]>;

/**
 * Which of the secrets of our own webhook signed this body, if any, however old the signature: for whoever asks why a
 * signature does not match theirs. Nothing of it is kept.
 */
export async function matchStoredSecret(
  input: { header: string; body: Buffer },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<SignatureCheck> {
  const { rows } = await pool.query<{ role: Role; secret_id: string }>(
    `SELECT role, secret_id FROM receiver_secrets
     ORDER BY array_position(ARRAY['current', 'candidate', 'previous', 'retired'], role), created_at DESC`,
  );
  const { t, v1 } = readHeaderLeniently(input.header);
  if (t === null || v1.length === 0) return { match: null, tried: rows.length };
  const keys = await Promise.all(
    rows.map(async ({ role, secret_id }) => ({ role, key: signingKey(await openSecret(pool, secret_id)) })),
  );
  return { match: matchSignature({ t, v1 }, input.body, keys)?.match.role ?? null, tried: rows.length };
}
