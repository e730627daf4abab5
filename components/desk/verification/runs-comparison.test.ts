import fc from "fast-check";
import { expect, it } from "vitest";
import { compareRuns } from "./runs-comparison.tsx";

const finding = (message: string, missing_field: string | null = null) => ({ severity: "low", message, missing_field });
const findings = fc.array(fc.constantFrom(finding("a"), finding("b"), finding("a", "x")), { maxLength: 8 });
const sorted = (list: readonly unknown[]) => list.map((entry) => JSON.stringify(entry)).toSorted();

it("lists added, removed and equal findings, and counts duplicates one by one", () => {
  expect(compareRuns([finding("a"), finding("a"), finding("b")], [finding("a"), finding("a", "x")])).toEqual({
    added: [finding("a", "x")],
    gone: [finding("a"), finding("b")],
    same: [finding("a")],
  });
});

it("contains all findings of any two runs, and no others", () => {
  fc.assert(
    fc.property(findings, findings, (before, after) => {
      const { added, gone, same } = compareRuns(before, after);
      expect(sorted([...added, ...same])).toEqual(sorted(after));
      expect(sorted([...gone, ...same])).toEqual(sorted(before));
      expect(sorted(added).filter((entry) => sorted(gone).includes(entry))).toEqual([]);
    }),
  );
});

it("is the reverse when the runs are swapped, and ignores the order", () => {
  fc.assert(
    fc.property(findings, findings, (before, after) => {
      const there = compareRuns(before, after);
      const back = compareRuns(after, before);
      expect([sorted(back.added), sorted(back.gone)]).toEqual([sorted(there.gone), sorted(there.added)]);
      expect(compareRuns(before, before.toReversed())).toMatchObject({ added: [], gone: [] });
    }),
  );
});
