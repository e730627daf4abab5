import { hash } from "node:crypto";

/* The hash tree of RFC 6962, section 2.1, over SHA-256. */

const sha256 = (...parts: Buffer[]): Buffer => hash("sha256", Buffer.concat(parts), "buffer");

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const EMPTY_ROOT = sha256();
export const leafHash = (data: Buffer): Buffer => sha256(LEAF, data);
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right);

/** A complete subtree: the leaves from `index * 2 ** level`, `2 ** level` of them. */
export type Node = { level: number; index: number };

/** The leaves of a subtree in the tree's definition; `from` is a multiple of its width, `to` is exclusive. */
export type Range = { from: number; to: number };

/** The width of the left part: the largest power of two that is smaller than the number of leaves. */
function leftWidth(count: number): number {
  let width = 1;
  while (width * 2 < count) width *= 2;
  return width;
}

/** The complete subtrees that make up a range, from left to right: each is wider than the next one. */
export function nodesOf({ from, to }: Range): Node[] {
  const nodes: Node[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The hash of a range by the hashes of its complete subtrees. */
export const hashOfNodes = (hashes: readonly Buffer[]): Buffer =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));

/** The ranges whose hashes prove that the leaf `index` is in the tree of `size` leaves, from the leaf up. */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + leftWidth(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/** The ranges whose hashes prove that the tree of `first` leaves is the beginning of the tree of `second` leaves. */
export function consistencyRanges(first: number, second: number): Range[] {
  if (first === 0 || first === second) return [];
  const ranges: Range[] = [];
  let [from, to] = [0, second];
  let isWhole = true;
  while (first !== to) {
    const middle = from + leftWidth(to - from);
    if (first <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
      isWhole = false;
    }
  }
  // The verifier has the root of the first tree where that is a subtree of the second.
  if (!isWhole) ranges.push({ from, to });
  return ranges.reverse();
}

export type HashedNode = Node & { hash: Buffer };

/** A tree to which leaves are appended, kept as its complete subtrees, the widest first. */
export class GrowingTree {
  readonly #parts: HashedNode[];
  #size: number;

  /** `parts` are the complete subtrees of a tree of this size, from left to right. */
  constructor(size = 0, parts: readonly HashedNode[] = []) {
    this.#size = size;
    this.#parts = [...parts];
  }

  /** Appends the hash of a leaf, and returns the subtrees that it completes. */
  append(hash: Buffer): HashedNode[] {
    const completed: HashedNode[] = [];
    let node: HashedNode = { level: 0, index: this.#size, hash };
    this.#size += 1;
    for (let left = this.#parts.at(-1); left?.level === node.level; left = this.#parts.at(-1)) {
      this.#parts.pop();
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left.hash, node.hash) };
      completed.push(node);
    }
    this.#parts.push(node);
    return completed;
  }

  get size(): number {
    return this.#size;
  }

  get root(): Buffer {
    return hashOfNodes(this.#parts.map(({ hash }) => hash));
  }
}
