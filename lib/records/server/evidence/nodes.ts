import { int4Array, int8Array } from "#lib/platform/server/db/binary-array.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { GrowingTree, hashOfNodes, type Node, nodesOf, type Range } from "./merkle.ts";

/** Every fourth level of the tree is stored: a hash of another level is computed from at most eight hashes. */
const STRIDE = 4;

export const isStored = ({ level }: Node): boolean => level > 0 && level % STRIDE === 0;

const SELECT = `
  SELECT wanted.place, stored.hash
  FROM unnest($1::int4[], $2::int8[], $3::int8[]) WITH ORDINALITY AS wanted (level, first, last, place)
  CROSS JOIN LATERAL (
    SELECT position, hash FROM evidence_leaves WHERE wanted.level = 0 AND position BETWEEN wanted.first AND wanted.last
    UNION ALL
    SELECT position, hash FROM evidence_nodes
    WHERE wanted.level > 0 AND level = wanted.level AND position BETWEEN wanted.first AND wanted.last
  ) AS stored ORDER BY wanted.place, stored.position`;

/** The hashes of complete subtrees, in this order. Throws if the log does not have them. */
export async function readNodes(client: Client, nodes: readonly Node[]): Promise<Buffer[]> {
  if (nodes.length === 0) return [];
  const wanted = nodes.map(({ level, index }) => {
    const width = 2 ** (level % STRIDE);
    return { level: level - (level % STRIDE), first: index * width, width };
  });
  const { rows } = await client.query<{ place: number; hash: Buffer }>(SELECT, [
    int4Array(wanted.map(({ level }) => level)),
    int8Array(wanted.map(({ first }) => first)),
    int8Array(wanted.map(({ first, width }) => first + width - 1)),
  ]);
  const found = Map.groupBy(rows, ({ place }) => place);
  return wanted.map(({ width }, at) => {
    const hashes = (found.get(at + 1) ?? []).map(({ hash }) => hash);
    if (hashes.length !== width) throw new Error("the evidence log lacks hashes of its tree");
    const subtree = new GrowingTree();
    for (const hash of hashes) subtree.append(hash);
    return subtree.root;
  });
}

/** The hashes of ranges of leaves, by one statement. */
export async function readRanges(client: Client, ranges: readonly Range[]): Promise<Buffer[]> {
  const nodes = ranges.map(nodesOf);
  const hashes = await readNodes(client, nodes.flat());
  return nodes.map((own) => hashOfNodes(hashes.splice(0, own.length)));
}
