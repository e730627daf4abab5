import { expect, it } from "vitest";
import { findTruth, isFault, SMALL } from "#tools/bench/truth/truth.ts";
import { SEED } from "#tools/test/effort.ts";

// The only test with every possible failure: single faults of each part, and an outage of the whole.
it("After losses, faults and an outage all facts that a read restores are right, and lost ones in a known interval are marked", async () => {
  await using stack = new AsyncDisposableStack();
  const { differences, evidence, known, reads } = await findTruth(SMALL, stack, SEED >>> 0);
  expect(known).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(0);
  expect(
    differences.filter(({ kind }) => isFault(kind)),
    JSON.stringify(evidence, null, 1),
  ).toEqual([]);
});
