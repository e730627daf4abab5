import fc from "fast-check";
import { expect, it } from "vitest";
import { part } from "./part.ts";

async function* inPieces(pieces: readonly Uint8Array[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

it("is what lies between the two ends, however the file is cut", async () => {
  const ends = fc.tuple(fc.nat(100), fc.nat(100)).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), ends, async (pieces, range) => {
      const taken: Buffer[] = [];
      for await (const piece of part(inPieces(pieces), range)) taken.push(piece);
      expect(Buffer.concat(taken)).toEqual(Buffer.concat(pieces).subarray(range.first, range.last + 1));
    }),
  );
});
