import { expect, it } from "vitest";
import {
  advance,
  countOf,
  type OutcomeEvent,
  type OutcomeProgress,
  splitByPresence,
  startProgress,
  unfinished,
} from "./outcome-progress.ts";

type TestOutcome = "added" | "known" | "not_found" | "failed";

const result = (verification_id: string, outcome: TestOutcome): OutcomeEvent<TestOutcome> => ({
  line: { verification_id, outcome, ...(outcome === "failed" ? { code: "SERVICE_TIMEOUT" } : {}) },
});
const after = (...steps: OutcomeEvent<TestOutcome>[]): OutcomeProgress<TestOutcome> =>
  steps.reduce(advance<TestOutcome>, startProgress(["a", "b", "c", "d"]));

it("keeps the requested order in any order of completion", () => {
  const { entries } = after(result("c", "known"), result("a", "added"));
  expect(entries.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["a added", "b null", "c known", "d null"]);
});

it("counts every id once", () => {
  const progress = after(result("a", "added"), result("b", "failed"), result("c", "not_found"), { state: "done" });
  const outcomes = ["added", "known", "not_found", "failed", null] as const;
  expect(outcomes.map((outcome) => countOf(progress, outcome))).toEqual([1, 0, 1, 1, 1]);
});

it("offers failed and unanswered ids again, not ids unknown to the service", () => {
  const progress = after(result("a", "added"), result("b", "failed"), result("c", "not_found"), {
    state: "broken",
    code: "OFFLINE",
  });
  expect(progress).toMatchObject({ state: "broken", code: "OFFLINE" });
  expect(unfinished(progress)).toEqual(["b", "d"]);
});

it("restarts only failed and unanswered ids on a retry", () => {
  const progress = after(result("a", "added"), result("b", "failed"), { state: "stopped" }, { state: "running" });
  expect(progress).toMatchObject({ state: "running", code: null });
  expect(progress.entries.map(({ outcome }) => outcome)).toEqual(["added", null, null, null]);
  expect(progress.entries[1]?.code).toBeNull();
});

it("separates missing ids from found ones, each in the requested order", () => {
  const known = { there: true };
  const absentKinds = { there: false };
  const { absent, there } = splitByPresence(
    after(result("c", "failed"), result("a", "not_found"), result("b", "known"), result("d", "added")),
    { added: known, known, not_found: absentKinds, failed: absentKinds },
  );
  expect(absent.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(there.map(({ id }) => id)).toEqual(["b", "d"]);
});
