import fc from "fast-check";
import { expect, it } from "vitest";
import { addMonths, addMs } from "#lib/platform/contract/time.ts";
import { startOfDay } from "#lib/platform/contract/working-time.ts";
import { examples } from "#tools/test/effort.ts";
import { basisOf } from "./basis.ts";
import { approved, type Context, changed, type Outcome, ratified } from "./commands.ts";
import { evaluate } from "./evaluate.ts";
import { periodicDay } from "./periodic.ts";
import { day, facts, finding, minute, POLICY, run, START } from "./testing/facts.ts";
import { applyEvaluation, NO_REVIEW, type StoredReview } from "./transitions.ts";

const RULES = [
  { label: "pep", months: 6 },
  { label: "vip", months: 12 },
];
const PERIODIC = { ...POLICY, periodic: RULES };
const FILE = facts({ labels: ["pep", "vip"] });
const context = (more: Partial<Context> = {}): Context => ({
  facts: FILE,
  policy: PERIODIC,
  user_id: "ana",
  now: START,
  ...more,
});
const OPEN: StoredReview = { ...NO_REVIEW, state: "open", reasons: ["decision"], by_hand: true };
const reviewOf = (outcome: Outcome): StoredReview => {
  if ("refused" in outcome) throw new Error(outcome.refused);
  return outcome.review;
};
const accepted = (more: object = {}, at: Partial<Context> = {}) =>
  reviewOf(changed(OPEN, { state: "resolved", resolution: "accepted", ...more }, context(at)));
const movedAt = (review: StoredReview, now: string, of = FILE) =>
  applyEvaluation(review, evaluate(of, review, PERIODIC, now), PERIODIC, now);

it("adds months by the calendar, ending on the last day of a shorter month", () => {
  expect(addMonths("2026-11-24", 6)).toBe("2027-05-24");
  expect(addMonths("2026-08-31", 6)).toBe("2027-02-28");
  expect(addMonths("2027-12-31", 2)).toBe("2028-02-29");
});

it("takes the earliest day of the labels of the file", () => {
  expect(periodicDay(["vip", "pep"], RULES, "2026-11-24")).toBe("2027-05-24");
  expect(periodicDay(["vip"], RULES, "2026-11-24")).toBe("2027-11-24");
  expect(periodicDay(["other"], RULES, "2026-11-24")).toBeNull();
});

it("sets the day with the acceptance, the entered day before the policy's, also with approval", () => {
  expect(accepted().decision?.review_on).toBe("2027-05-24");
  expect(accepted({ review_on: "2026-12-01" }).decision?.review_on).toBe("2026-12-01");
  const policy = { ...PERIODIC, approval: "always" as const };
  const submitted = accepted({ review_on: "2026-12-01" }, { policy });
  expect(submitted.submitted?.review_on).toBe("2026-12-01");
  const done = reviewOf(approved(submitted, true, context({ policy, user_id: "ben" })));
  expect(done.decision?.review_on).toBe("2026-12-01");
});

it("sets no day for a rejection, and refuses a past day or a day without an acceptance", () => {
  const code = POLICY.catalogue[1]?.code ?? "";
  const reject = { state: "resolved", resolution: "rejected", reason_code: code } as const;
  expect(reviewOf(changed(OPEN, reject, context())).decision?.review_on).toBeUndefined();
  for (const change of [
    { ...reject, review_on: "2026-12-01" },
    { state: "resolved", resolution: "accepted", review_on: "2026-11-24" } as const,
  ]) {
    expect(changed(OPEN, change, context())).toEqual({ refused: "REVIEW_ON_NOT_ALLOWED" });
  }
});

it("opens on its day with no difference, and is settled by a ratification until the next day", () => {
  const review = accepted({ review_on: "2026-12-01" });
  const from = startOfDay("2026-12-01", POLICY.working.time_zone);
  expect(movedAt(review, addMs(from, -1))).toMatchObject({ review: { state: "resolved" }, entry: null, look_at: from });
  const { review: back, entry } = movedAt(review, from);
  expect(back).toMatchObject({ state: "open", reasons: ["periodic"], assignee: "ana" });
  expect(back.due_at).not.toBeNull();
  expect(entry).toEqual({ kind: "returned", reasons: ["periodic"], differences: [] });
  expect(movedAt(back, day(30))).toMatchObject({ review: { state: "open" }, entry: null });
  const again = reviewOf(ratified(back, context({ now: from, user_id: "ben" })));
  expect(again.decision?.review_on).toBe("2027-06-01");
  expect(movedAt(again, from)).toMatchObject({ review: { state: "resolved", reasons: [] }, entry: null });
});

it("keeps a future day when differences are ratified before it", () => {
  const review = accepted({ review_on: "2027-01-15" });
  const worse = facts({
    ...FILE,
    run: run({ run_id: "run-2", computed_at: minute(1), items: [finding("high", "RFC")] }),
  });
  const { review: back } = movedAt(review, day(3), worse);
  const again = reviewOf(ratified(back, context({ now: day(3), facts: worse }), "Aclarado"));
  expect(again.decision?.review_on).toBe("2027-01-15");
});

it("comes for an acceptance only, on its day and never before, whatever else differs", () => {
  const labels = fc.subarray(["pep", "vip", "other"]);
  fc.assert(
    fc.property(labels, fc.integer({ min: 0, max: 800 }), fc.boolean(), (own, days, reopened) => {
      const of = facts({ labels: own });
      const decision = {
        resolution: "accepted" as const,
        at: START,
        by: "ana",
        basis: basisOf(of),
        differs_since: null,
      };
      const review_on = periodicDay(own, RULES, "2026-11-24");
      const review: StoredReview = {
        ...NO_REVIEW,
        state: "resolved",
        resolution: "accepted",
        decision: { ...decision, review_on },
        by_hand: true,
      };
      const now = day(days);
      const later = facts({ labels: own, reopened_at: reopened ? minute(5) : null });
      const { review: result } = movedAt(review, now, later);
      const isDue = review_on !== null && startOfDay(review_on, POLICY.working.time_zone) <= now;
      expect(result.reasons.includes("periodic")).toBe(isDue);
      if (isDue) expect(result.state).toBe("open");
      expect(movedAt(result, now, later)).toMatchObject({ review: result, entry: null });
    }),
    { numRuns: examples(150) },
  );
});
