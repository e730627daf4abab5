import { expect, it } from "vitest";
import { findTruth, SMALL } from "#bench/truth/truth.ts";
import { scaledTimeout } from "#test/effort.ts";

it("After faults of every kind and an outage nothing is wrong that a reading heals, and what may be missing is said", {
  timeout: scaledTimeout(300_000),
}, async () => {
  await using stack = new AsyncDisposableStack();
  const { differences, known } = await findTruth(SMALL, stack);
  expect(known).toBeGreaterThan(0);
  expect(differences.filter(({ kind }) => kind === "healable" || kind === "unmarked")).toEqual([]);
});
