import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { CotejoError, invalid } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import type { ConsistencyProof, InclusionProof } from "#lib/records/contract/evidence/proofs.ts";
import { consistencyRanges, inclusionRanges } from "./merkle.ts";
import { readRanges } from "./nodes.ts";
import { findPublicKey } from "./signing-key.ts";

const STATE = `
  SELECT size, root, at, signature FROM evidence_state WHERE root IS NOT NULL AND at IS NOT NULL AND signature IS NOT NULL`;

type StateRow = { size: number; root: Buffer; at: Instant; signature: Buffer };

/** The newest head; null while nothing is sealed. */
export async function findHead(client: Client): Promise<SignedHead | null> {
  const [state] = (await client.query<StateRow>(STATE)).rows;
  const public_key = await findPublicKey(client);
  if (!state || !public_key) return null;
  const { size, root, at, signature } = state;
  return { size, root: root.toString("hex"), at, signature: signature.toString("base64"), public_key };
}

/** The newest head. Throws NOT_FOUND while nothing is sealed. */
export async function readHead({ pool }: Pooled = database()): Promise<SignedHead> {
  const head = await findHead(pool);
  if (!head) throw new CotejoError("NOT_FOUND", 404, "Nothing is sealed yet.");
  return head;
}

const SIZE = "SELECT size FROM evidence_state";

async function requireSize(tx: Client, size: number): Promise<void> {
  const [state] = (await tx.query<{ size: number }>(SIZE)).rows;
  if (size > (state?.size ?? 0)) throw invalid(`The log has ${state?.size ?? 0} entries.`);
}

const inHex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString("hex"));

/** The proof that the log of `first` entries is the beginning of the log of `second`. */
export async function proveConsistency(
  { first, second }: { first: number; second: number },
  { pool }: Pooled = database(),
): Promise<ConsistencyProof> {
  if (first > second) throw invalid("Invalid first: greater than second.");
  return inSnapshot(pool, async (tx) => {
    await requireSize(tx, second);
    return { first, second, hashes: inHex(await readRanges(tx, consistencyRanges(first, second))) };
  });
}

const LEAF = "SELECT hash, kind, source_id FROM evidence_leaves WHERE position = $1";

/** The proof that a leaf is in the log of `size` entries; `kind` and `id` name its entry. */
export async function proveInclusion(
  { index, size }: { index: number; size: number },
  { pool }: Pooled = database(),
): Promise<InclusionProof> {
  if (index >= size) throw invalid("Invalid index: not less than size.");
  return inSnapshot(pool, async (tx) => {
    await requireSize(tx, size);
    const [leaf] = (await tx.query<{ hash: Buffer; kind: string; source_id: number }>(LEAF, [index])).rows;
    if (!leaf) throw new Error("the evidence log lacks a leaf");
    const hashes = inHex(await readRanges(tx, inclusionRanges(index, size)));
    return { index, size, leaf: leaf.hash.toString("hex"), kind: leaf.kind, id: leaf.source_id, hashes };
  });
}
