import { expect, it } from "vitest";
import { findTruth, isFault, SMALL } from "#bench/truth/truth.ts";
import { SEED } from "#test/effort.ts";

// The one test that lets everything fail that can: single faults of each part, and an outage of the whole.
it("After losses, faults and an outage all that a reading heals is right, and what is lost in a known interval is marked", async () => {
  await using stack = new AsyncDisposableStack();
  const { differences, evidence, known, reads } = await findTruth(SMALL, stack, SEED >>> 0);
  expect(known).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(0);
  expect(
    differences.filter(({ kind }) => isFault(kind)),
    JSON.stringify(evidence, null, 1),
  ).toEqual([]);
});
