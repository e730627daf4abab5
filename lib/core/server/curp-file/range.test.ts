import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { part, readRange } from "./whole.ts";

describe("a range of a file of 100 bytes", () => {
  it.each([
    ["bytes=0-9", { first: 0, last: 9 }],
    ["bytes=90-", { first: 90, last: 99 }],
    ["bytes=90-500", { first: 90, last: 99 }],
    ["bytes=-10", { first: 90, last: 99 }],
    ["bytes=-500", { first: 0, last: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    [null, null],
    ["bytes=-", null],
    ["bytes=9-3", null],
    ["bytes=0-1,5-6", null],
    ["lines=0-1", null],
    ["bytes=a-b", null],
  ] as const)("%s is %j", (header, range) => expect(readRange(header, 100)).toEqual(range));

  it("never leaves the file, whatever is requested", () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.option(fc.nat(), { nil: "" }), fc.option(fc.nat(), { nil: "" })).map(([a, b]) => `bytes=${a}-${b}`),
    );
    fc.assert(
      fc.property(header, fc.integer({ min: 1, max: 1000 }), (text, size) => {
        const range = readRange(text, size);
        if (range === null || range === "unsatisfiable") return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.first).toBeLessThanOrEqual(range.last);
        expect(range.last).toBeLessThan(size);
      }),
    );
  });
});

async function* inPieces(pieces: readonly Uint8Array[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

it("is the bytes between its two ends, however the file is split", async () => {
  const ends = fc.tuple(fc.nat(100), fc.nat(100)).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), ends, async (pieces, range) => {
      const taken: Buffer[] = [];
      for await (const piece of part(inPieces(pieces), range)) taken.push(piece);
      expect(Buffer.concat(taken)).toEqual(Buffer.concat(pieces).subarray(range.first, range.last + 1));
    }),
  );
});
