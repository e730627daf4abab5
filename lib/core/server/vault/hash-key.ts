import { randomBytes } from "node:crypto";
import type { AdvisoryLock } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { findSecret, openSecret, type SecretKind, sealSecret } from "./vault.ts";

/** A random key of hashes that only this installation can compute. It is kept in the vault and never changes. */
export function hashKey(kind: SecretKind, owner: string, lock: AdvisoryLock) {
  let known: Buffer | null = null;
  const find = async (client: Client): Promise<Buffer | null> => {
    if (known) return known;
    const id = await findSecret(client, kind, owner);
    if (id !== null) known = Buffer.from(await openSecret(client, id), "base64");
    return known;
  };
  return {
    /** Null if there is no key yet. */
    find,
    /** The key without a query; also null if this process has not read it yet. */
    remembered: (): Buffer | null => known,
    /** Creates the key if there is none, in a transaction of its own, so that a rollback cannot remove a used key. */
    async create({ pool }: Pooled): Promise<void> {
      if (await find(pool)) return;
      await inTransaction(pool, async (tx) => {
        await tx.query("SELECT pg_advisory_xact_lock($1)", [lock]);
        if ((await findSecret(tx, kind, owner)) !== null) return;
        await sealSecret(tx, { kind, owner, value: randomBytes(32).toString("base64") });
      });
    },
  };
}
