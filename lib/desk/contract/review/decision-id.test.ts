import fc from "fast-check";
import { expect, it } from "vitest";
import { examples, SEED } from "#tools/test/effort.ts";
import { decisionIdOf, microsecondsOf, parseDecisionId } from "./decision-id.ts";

it("the id of a decision has its entry and its microsecond", () => {
  const entry = { entry_id: 57, at: "2026-11-20T17:00:00.123456Z" };
  expect(decisionIdOf(entry)).toBe("dec_57_1795194000123456");
  expect(microsecondsOf(entry.at)).toBe(1_795_194_000_123_456);
});

it("every id is read back", () => {
  const at = fc.integer({ min: 1, max: 4_000_000_000_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e14 }), at, (entry_id, microseconds) => {
      const parsed = parseDecisionId(`dec_${entry_id}_${microseconds}`);
      expect(parsed && decisionIdOf(parsed)).toBe(`dec_${entry_id}_${microseconds}`);
      expect(parsed?.entry_id).toBe(entry_id);
    }),
    { numRuns: examples(200), seed: SEED },
  );
});

it.each(["", "57", "dec_57", "dec_0_1", "dec_57_0", "dec_57_1x", "dec_-1_5", "dec_57_9999999999999999", "DEC_57_5"])(
  "%j is no id of a decision",
  (text) => expect(parseDecisionId(text)).toBeNull(),
);
