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

/** Leaves of a subtree of the tree's definition, which begins at a multiple of its width. */
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

/** Whether the proof leads from this leaf to the root (RFC 9162, section 2.1.3.2). */
export function verifyInclusion(
  { index, size, leaf, root }: { index: number; size: number; leaf: Buffer; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (index < 0 || index >= size) return false;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(other, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = halved(place, last);
    } else hash = nodeHash(hash, other);
    [place, last] = halved(place, last);
  }
  return last === 0 && hash.equals(root);
}

const halved = (place: number, last: number): [number, number] => [Math.floor(place / 2), Math.floor(last / 2)];

type Head = { size: number; root: Buffer };

/** Whether the proof shows that the first tree is the beginning of the second (RFC 9162, section 2.1.4.2). */
export function verifyConsistency(first: Head, second: Head, proof: readonly Buffer[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return proof.length === 0 && first.root.equals(EMPTY_ROOT);
  const hashes = Number.isInteger(Math.log2(first.size)) ? [first.root, ...proof] : [...proof];
  const start = hashes.shift();
  if (!start) return false;
  let [place, last] = [first.size - 1, second.size - 1];
  while (place % 2 === 1) [place, last] = halved(place, last);
  let [ofFirst, ofSecond] = [start, start];
  for (const other of hashes) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      ofFirst = nodeHash(other, ofFirst);
      ofSecond = nodeHash(other, ofSecond);
      while (place % 2 === 0 && place !== 0) [place, last] = halved(place, last);
    } else ofSecond = nodeHash(ofSecond, other);
    [place, last] = halved(place, last);
  }
  return last === 0 && ofFirst.equals(first.root) && ofSecond.equals(second.root);
}
