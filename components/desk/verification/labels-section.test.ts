import fc from "fast-check";
import { expect, it } from "vitest";
import type { LabelHistoryEntry } from "#lib/core/contract/verifications/verification.ts";
import { labelSteps } from "./labels-section.tsx";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
const added = (second: number, comment: string | null = null): LabelHistoryEntry => ({
  kind: "added",
  at: at(second),
  at_text: null,
  comment,
});
const removed = (second: number, comment: string | null = null): LabelHistoryEntry => ({
  ...added(second, comment),
  kind: "removed",
});
const kinds = (...history: LabelHistoryEntry[]) => labelSteps(history).map((step) => step.kind);

it("distinguishes assigned, removed and assigned again", () => {
  expect(kinds(added(1), removed(20), added(40))).toEqual(["assigned", "removed", "assignedAgain"]);
  expect(kinds(removed(20))).toEqual(["removed"]);
});

it("shows a removal and an assignment at once as a changed comment", () => {
  expect(labelSteps([added(1, "old"), removed(20, "old"), added(20, "new")])[1]).toEqual({
    kind: "commentChanged",
    at: at(20),
    at_text: null,
    comment: "new",
    before: "old",
  });
  expect(kinds(added(1, "old"), removed(20, "old"), added(20, "old"))).toEqual([
    "assigned",
    "removed",
    "assignedAgain",
  ]);
  expect(kinds(added(1, "old"), removed(20, "old"), added(40, "new"))).toEqual([
    "assigned",
    "removed",
    "assignedAgain",
  ]);
});

it("shows a changed comment even if the event of the removal is missing", () => {
  expect(kinds(added(1, "old"), added(20, "new"))).toEqual(["assigned", "commentChanged"]);
  expect(kinds(added(1, "old"), added(20, "old"))).toEqual(["assigned", "assignedAgain"]);
});

it("keeps all comments, and ends with the last entry of the history", () => {
  const entry = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9 }), fc.option(fc.constantFrom("a", "b")));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (raw) => {
      const history = raw
        .toSorted(([, a], [, b]) => a - b)
        .map(([on, second, comment]) => (on ? added(second, comment) : removed(second, comment)));
      const steps = labelSteps(history);
      const shown = new Set(steps.flatMap((step) => [step.comment, step.before]));
      for (const { comment } of history) expect(shown).toContain(comment);
      const [last, end] = [history.at(-1), steps.at(-1)];
      expect(end && { removed: end.kind === "removed", at: end.at, comment: end.comment }).toEqual(
        last && { removed: last.kind === "removed", at: last.at, comment: last.comment },
      );
    }),
  );
});
