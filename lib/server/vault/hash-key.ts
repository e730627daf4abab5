import { randomBytes } from "node:crypto";
import { type Client, inTransaction, type Pooled } from "#lib/server/db/database.ts";
import { findSecret, openSecret, type SecretKind, sealSecret } from "./vault.ts";

/** A key by which hashes are made that only this installation can compare: random, kept in the vault, never changed. */
export type HashKey = {
  /** Null while there is none. */
  find(client: Client): Promise<Buffer | null>;
  /** The same without asking: null also where this process has not read it yet. */
  remembered(): Buffer | null;
  /** Ensures that a key exists, in a transaction of its own: later hashes must match. */
  create(connection: Pooled): Promise<void>;
};

/** `lock` is any constant, another one for each key, the same in every process. */
export function hashKey(kind: SecretKind, owner: string, lock: number): HashKey {
  let known: Buffer | null = null;
  const find = async (client: Client): Promise<Buffer | null> => {
    if (known) return known;
    const id = await findSecret(client, kind, owner);
    if (id !== null) known = Buffer.from(await openSecret(client, id), "base64");
    return known;
  };
  return {
    find,
    remembered: () => known,
    async create({ pool }) {
      if (await find(pool)) return;
      await inTransaction(pool, async (tx) => {
        await tx.query("SELECT pg_advisory_xact_lock($1)", [lock]);
        if ((await findSecret(tx, kind, owner)) !== null) return;
        await sealSecret(tx, { kind, owner, value: randomBytes(32).toString("base64") });
      });
    },
  };
}
