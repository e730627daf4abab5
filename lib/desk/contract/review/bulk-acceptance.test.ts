import { expect, it } from "vitest";
import { bulkObstacle } from "./bulk-acceptance.ts";
import type { ReviewFacts, ReviewPolicy } from "./facts.ts";
import { facts, finding, minute, POLICY, run } from "./testing/facts.ts";

type Case = { more?: Partial<ReviewFacts>; policy?: Partial<ReviewPolicy>; state?: "open" | "waiting" | null };

const of = ({ more = {}, policy = {}, state = "open" }: Case, seen: number | null = 5) =>
  bulkObstacle(
    { state, handled: [] },
    { facts: facts(more), policy: { ...POLICY, bulk_acceptance: true, ...policy }, now: minute(10) },
    seen === null ? null : minute(seen),
  );

it.each<[string, Case, ReturnType<typeof of>]>([
  ["nothing", {}, null],
  ["nothing where only high findings need a second person", { policy: { approval: "high" } }, null],
  ["the policy, by default", { policy: { bulk_acceptance: POLICY.bulk_acceptance } }, "off"],
  ["a review without a state", { state: null }, "not_open"],
  ["a wait", { state: "waiting" }, "not_open"],
  ["a second person for each decision", { policy: { approval: "always" } }, "second_person"],
  ["no run", { more: { run: null } }, "run_not_final"],
  ["a provisional run", { more: { run: run({ source: "provisional" }) } }, "run_not_final"],
  ["a final run that a reopening has outdated", { more: { run: run({ before_reopening: true }) } }, "run_not_final"],
  ["an exception", { more: { run: run({ items: [finding("high", "RFC")] }) } }, "exceptions"],
])("refuses for %s", (_what, given, expected) => {
  expect(of(given)).toBe(expected);
});

it("asks for an opening since the run was known and since the last fact", () => {
  expect([of({}, null), of({}, -1), of({}, 0), of({}, 1)]).toEqual(["not_opened", "not_opened", "not_opened", null]);
  const late = { more: { last_fact_at: minute(6) } };
  expect([of(late, 5), of(late, 7)]).toEqual(["not_opened", null]);
});
