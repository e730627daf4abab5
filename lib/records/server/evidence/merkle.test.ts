import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import {
  consistencyRanges,
  EMPTY_ROOT,
  hashOfNodes,
  inclusionRanges,
  leafHash,
  nodesOf,
  type Range,
} from "./merkle.ts";
import { verifyConsistency, verifyInclusion } from "./testing/verify-proofs.ts";

/* The recursive definitions of RFC 6962, section 2.1, over the data of leaves. */

const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

const split = (leaves: Buffer[]): [Buffer[], Buffer[]] => {
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return [leaves.slice(0, k), leaves.slice(k)];
};

function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as Buffer);
  const [left, right] = split(leaves);
  return sha256(Buffer.of(1), rootOf(left), rootOf(right));
}

function pathOf(index: number, leaves: Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const [left, right] = split(leaves);
  return index < left.length
    ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - left.length, right), rootOf(left)];
}

function proofOf(first: number, leaves: Buffer[], whole = true): Buffer[] {
  if (first === leaves.length) return whole ? [] : [rootOf(leaves)];
  const [left, right] = split(leaves);
  return first <= left.length
    ? [...proofOf(first, left, whole), rootOf(right)]
    : [...proofOf(first - left.length, right, false), rootOf(left)];
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => Buffer.from(`entry ${index}`));
const hashOf =
  (leaves: Buffer[]) =>
  (range: Range): Buffer =>
    hashOfNodes(
      nodesOf(range).map(({ level, index }) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))),
    );

const sizes = fc.integer({ min: 1, max: 130 });
const flipped = (hash: Buffer) => Buffer.from(hash.map((byte, at) => (at === 7 ? byte ^ 1 : byte)));

describe("the tree", () => {
  it("of no leaves has the hash of nothing", () => {
    expect(EMPTY_ROOT.toString("hex")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("has the root of its definition", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (size) => {
        const leaves = leavesOf(size);
        expect(hashOf(leaves)({ from: 0, to: size })).toEqual(rootOf(leaves));
      }),
      { numRuns: examples(60) },
    );
  });
});

describe("an inclusion proof", () => {
  it("is that of the definition, and verifies for its leaf, place, size and root only", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, place, other) => {
        const index = place % size;
        const leaves = leavesOf(size);
        const proof = inclusionRanges(index, size).map(hashOf(leaves));
        expect(proof).toEqual(pathOf(index, leaves));
        const claim = { index, size, leaf: leafHash(leaves[index] as Buffer), root: rootOf(leaves) };
        expect(verifyInclusion(claim, proof)).toBe(true);
        expect(verifyInclusion({ ...claim, leaf: flipped(claim.leaf) }, proof)).toBe(false);
        expect(verifyInclusion({ ...claim, root: flipped(claim.root) }, proof)).toBe(false);
        expect(verifyInclusion(claim, [...proof, claim.leaf])).toBe(false);
        expect(verifyInclusion({ ...claim, index: size }, proof)).toBe(false);
        if (proof.length === 0) return;
        expect(verifyInclusion(claim, proof.slice(1))).toBe(false);
        const at = other % proof.length;
        expect(verifyInclusion(claim, proof.with(at, flipped(proof[at] as Buffer)))).toBe(false);
        const elsewhere = (index + 1) % size;
        expect(verifyInclusion({ ...claim, index: elsewhere }, proof)).toBe(false);
      }),
      { numRuns: examples(150) },
    );
  });
});

describe("a consistency proof", () => {
  it("is that of the definition, and verifies for these two trees only", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (second, part, other) => {
        const first = 1 + (part % second);
        const leaves = leavesOf(second);
        const proof = consistencyRanges(first, second).map(hashOf(leaves));
        expect(proof).toEqual(proofOf(first, leaves));
        const before = { size: first, root: rootOf(leaves.slice(0, first)) };
        const after = { size: second, root: rootOf(leaves) };
        expect(verifyConsistency(before, after, proof)).toBe(true);
        expect(verifyConsistency({ ...before, root: flipped(before.root) }, after, proof)).toBe(false);
        expect(verifyConsistency(before, { ...after, root: flipped(after.root) }, proof)).toBe(false);
        expect(verifyConsistency(before, after, [...proof, before.root])).toBe(false);
        if (proof.length === 0) return;
        expect(verifyConsistency(before, after, proof.slice(1))).toBe(false);
        const at = other % proof.length;
        expect(verifyConsistency(before, after, proof.with(at, flipped(proof[at] as Buffer)))).toBe(false);
        expect(verifyConsistency(after, before, proof)).toBe(false);
      }),
      { numRuns: examples(150) },
    );
  });

  it("from the empty tree has no hashes", () => {
    const after = { size: 3, root: rootOf(leavesOf(3)) };
    expect(consistencyRanges(0, 3)).toEqual([]);
    expect(verifyConsistency({ size: 0, root: EMPTY_ROOT }, after, [])).toBe(true);
    expect(verifyConsistency({ size: 0, root: after.root }, after, [])).toBe(false);
  });
});
