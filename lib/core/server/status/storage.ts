import type { StorageState } from "#lib/core/contract/status.ts";
import { proveStorage } from "#lib/core/server/inbox/prove-storage.ts";
import { causesOf, codeOf } from "#lib/platform/server/base/errors.ts";
import type { Database } from "#lib/platform/server/db/database.ts";

/** About the size of the largest change of a user. */
const PROOF_BYTES = 8_000;
/** Lifetime of a proof: each proof writes to the disk. */
const PROOF_CACHE_MS = 5_000;

const STATES: Partial<Record<string, StorageState>> = { "25006": "read_only", "53100": "full" };

const proofs = new WeakMap<Database["pool"], { begunAt: number; state: Promise<StorageState> }>();

/** Whether the database can store, by a recent proof. Rejects without a connection. */
export function storageState(pool: Database["pool"]): Promise<StorageState> {
  const last = proofs.get(pool);
  if (last && performance.now() - last.begunAt <= PROOF_CACHE_MS) return last.state;
  const proof = { begunAt: performance.now(), state: prove(pool) };
  proofs.set(pool, proof);
  return proof.state;
}

async function prove(pool: Database["pool"]): Promise<StorageState> {
  const client = await pool.connect();
  let state: StorageState = "failing";
  try {
    await proveStorage(client, PROOF_BYTES);
    state = "ok";
  } catch (error) {
    for (const cause of causesOf(error)) state = STATES[codeOf(cause) ?? ""] ?? state;
  } finally {
    // After a failure the connection is closed: a new connection may reach a server that stores.
    client.release(state !== "ok");
  }
  return state;
}
