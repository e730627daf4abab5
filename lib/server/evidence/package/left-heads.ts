import type { SignedHead } from "#lib/contract/evidence/head.ts";
import type { Instant } from "#lib/contract/time.ts";
import { int8Array } from "#lib/server/db/binary-array.ts";
import type { Client } from "#lib/server/db/database.ts";
import { consistencyRanges } from "#lib/server/evidence/merkle.ts";
import { readRanges } from "#lib/server/evidence/nodes.ts";

/** Heads in a package: each has some twenty hashes. */
const MOST = 20;

export type LeftHead = { head: SignedHead; hashes: string[] };

/** For each entry the first head that left after it, and the newest one. A head of a former log is beyond this one's size. */
const HEADS = `
  WITH wanted AS (
    SELECT (SELECT min(size) FROM evidence_heads WHERE size > position AND size <= $2) AS size
    FROM unnest($1::bigint[]) AS position
    UNION SELECT max(size) FROM evidence_heads WHERE size <= $2
  )
  SELECT DISTINCT ON (size) size, encode(root, 'hex') AS root, at, encode(signature, 'base64') AS signature
  FROM evidence_heads WHERE size IN (SELECT size FROM wanted) ORDER BY size DESC, left_at DESC LIMIT ${MOST}`;

type HeadRow = { size: number; root: string; at: Instant; signature: string };

/**
 * The heads that left the machine soonest after these entries, with the proofs that the log under `head` continues theirs: who
 * kept one of them needs nothing else.
 */
export async function readLeftHeads(tx: Client, positions: readonly number[], head: SignedHead): Promise<LeftHead[]> {
  const { rows } = await tx.query<HeadRow>(HEADS, [int8Array(positions), head.size]);
  const left: LeftHead[] = [];
  for (const { signature, ...row } of rows) {
    const hashes = await readRanges(tx, consistencyRanges(row.size, head.size));
    left.push({
      head: { ...row, signature: signature.replaceAll("\n", ""), public_key: head.public_key },
      hashes: hashes.map((hash) => hash.toString("hex")),
    });
  }
  return left;
}
