import { EMPTY_ROOT, nodeHash } from "#lib/records/server/evidence/merkle.ts";

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
