import { randomBytes } from "node:crypto";
import { type BatchPauses, runBatches } from "#lib/core/server/inbox/priority/run-batches.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { LOCKS, tryLock } from "#lib/platform/server/db/advisory-lock.ts";
import { byteaArray, int4Array, int8Array, textArray } from "#lib/platform/server/db/binary-array.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { bodyDigest, canonicalEntry, entriesOf, IN_UTC, leafOf, type SealedKind, SOURCE } from "./entries.ts";
import { GrowingTree, type HashedNode, nodesOf } from "./merkle.ts";
import { isStored, readNodes } from "./nodes.ts";
import {
  type Followers,
  followSealed,
  isBehind,
  isLate,
  type Progress,
  readProgress,
  storeProgress,
} from "./progress.ts";
import { type HeadSigner, headSigner } from "./signing-key.ts";

/** Entries of a table that are sealed in one transaction. */
const BATCH = 1_000;

type SealOptions = BatchPauses & { followers?: Followers; batch?: number };

/**
 * Seals committed entries, batch after batch, and returns their number. Any number of workers may run it: one worker seals
 * at a time, and the next one seals the batch of a worker that died.
 */
export async function sealEvidence(
  connection: Pooled = database(),
  { followers = followSealed(), batch: size = BATCH, ...giveWay }: SealOptions = {},
): Promise<number> {
  if (!(await isBehind(connection.pool))) return 0;
  const signer = await headSigner(connection);
  let total = 0;
  const batch = async (tx: Client) => {
    const { sealed, isFull } = await sealBatch(tx, signer, followers, size);
    total += sealed;
    return isFull;
  };
  await runBatches(connection, { batch, isLate }, giveWay);
  return total;
}

type Leaf = { kind: SealedKind; source_id: number; salt: Buffer; digest: Buffer | null; hash: Buffer };

async function sealBatch(
  tx: Client,
  signer: HeadSigner,
  followers: Followers,
  batch: number,
): Promise<{ sealed: number; isFull: boolean }> {
  if (!(await tryLock(tx, LOCKS.seal, "advisory_xact_lock"))) return { sealed: 0, isFull: false };
  await tx.query(IN_UTC);
  const leaves: Leaf[] = [];
  let isFull = false;
  for (const progress of await readProgress(tx)) {
    if (progress.last_id <= progress.settled_id) continue;
    const settled = await followers[progress.kind].settledEnd(tx);
    const read = await readEntries(tx, progress, batch);
    leaves.push(...read.leaves);
    isFull ||= read.isFull;
    await storeProgress(tx, progress, read, settled);
  }
  if (leaves.length > 0) await append(tx, signer, leaves);
  return { sealed: leaves.length, isFull };
}

const select = (kind: SealedKind, condition: string): string => `
  SELECT source.id, ${SOURCE[kind].entry} AS entry, ${SOURCE[kind].bodyHash} AS body_hash
  FROM ${entriesOf(kind)} AND source.id > $1 AND source.id <= $2 AND ${condition} ORDER BY source.id LIMIT $3`;

/** Entries and leaves have the same bounds: otherwise PostgreSQL may read every leaf for each batch. */
const withoutLeaf = (kind: SealedKind): string => `NOT EXISTS (
    SELECT FROM evidence_leaves AS leaf
    WHERE leaf.kind = '${kind}' AND leaf.source_id = source.id AND leaf.source_id > $1 AND leaf.source_id <= $2)`;

type EntryRow = { id: number; entry: string; body_hash: Buffer | null };

/** The next unsealed entries. Entries that committed late are searched when there are few new ones. */
async function readEntries(tx: Client, progress: Progress, batch: number) {
  const { kind, settled_id, newest_id, last_id } = progress;
  const read = async (condition: string, from: number, to: number, max: number) =>
    (await tx.query<EntryRow>(select(kind, condition), [from, to, max])).rows;
  const swept = last_id - newest_id < batch;
  // Without a bound PostgreSQL may read and sort all waiting entries for each batch.
  const to = swept ? last_id : Math.min(last_id, newest_id + 2 * batch);
  const late = swept && settled_id < newest_id ? await read(withoutLeaf(kind), settled_id, newest_id, batch) : [];
  // No entry above `newest_id` has a leaf: sealing an entry advances `newest_id`.
  const rows = late.length < batch ? [...late, ...(await read("true", newest_id, to, batch - late.length))] : late;
  const salts = randomBytes(32 * rows.length);
  const leaves = rows.map(({ id, entry, body_hash }, at): Leaf => {
    const salt = salts.subarray(32 * at, 32 * (at + 1));
    const digest = body_hash && bodyDigest(salt, body_hash);
    return { kind, source_id: id, salt, digest, hash: leafOf(salt, canonicalEntry(kind, entry, digest)) };
  });
  const sealed_id = rows.length === batch ? (rows.at(-1)?.id ?? to) : to;
  return { leaves, isFull: rows.length === batch || to < last_id, swept, sealed_id };
}

const STATE = "SELECT size, now() AS at FROM evidence_state";

const SEAL = "SELECT seal_evidence($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

async function append(tx: Client, signer: HeadSigner, leaves: readonly Leaf[]): Promise<void> {
  const [state] = (await tx.query<{ size: number; at: Instant }>(STATE)).rows;
  if (!state) throw new Error("the evidence log has no state");
  const parts = nodesOf({ from: 0, to: state.size });
  const hashes = await readNodes(tx, parts);
  const tree = new GrowingTree(
    state.size,
    parts.map((part, at) => ({ ...part, hash: hashes[at] as Buffer })),
  );
  const nodes: HashedNode[] = [];
  for (const { hash } of leaves) nodes.push(...tree.append(hash).filter(isStored));
  const signature = signer.sign({ size: tree.size, root: tree.root.toString("hex"), at: state.at });
  await tx.query(SEAL, [
    state.size,
    textArray(leaves.map(({ kind }) => kind)),
    int8Array(leaves.map(({ source_id }) => source_id)),
    byteaArray(leaves.map(({ hash }) => hash)),
    byteaArray(leaves.map(({ salt }) => salt)),
    byteaArray(leaves.map(({ digest }) => digest)),
    int4Array(nodes.map(({ level }) => level)),
    int8Array(nodes.map(({ index }) => index)),
    byteaArray(nodes.map(({ hash }) => hash)),
    tree.root,
    state.at,
    signature,
  ]);
}
