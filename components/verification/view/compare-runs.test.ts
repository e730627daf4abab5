import fc from "fast-check";
import { expect, it } from "vitest";
import { compareRuns } from "./compare-runs.ts";

const finding = (message: string, missing_field: string | null = null) => ({ severity: "low", message, missing_field });
const findings = fc.array(fc.constantFrom(finding("a"), finding("b"), finding("a", "x")), { maxLength: 8 });

it("counts what came and what went, equal findings one by one", () => {
  expect(compareRuns([finding("a"), finding("a"), finding("b")], [finding("a"), finding("a", "x")])).toEqual({
    added: 1,
    gone: 2,
  });
});

it("adds up for any two runs and sees no difference in another order", () => {
  fc.assert(
    fc.property(findings, findings, (before, after) => {
      const { added, gone } = compareRuns(before, after);
      expect(before.length - gone + added).toBe(after.length);
      expect(compareRuns(before, before.toReversed())).toEqual({ added: 0, gone: 0 });
      expect(compareRuns(after, before)).toEqual({ added: gone, gone: added });
    }),
  );
});
