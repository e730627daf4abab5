import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepUndone, lastStep, setLastStep, undoneStep } from "./last-step.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setLastStep(null);
  vi.useRealTimers();
});

const fields = { text: "", choice: "rejected", code: "no_answer" };
const decided = {
  verification_id: "ver_1",
  version: "2",
  name: "Aceros",
  step: "rejected",
  typed: { kind: "decide", fields },
} as const;

it.each([
  ["a step", decided, 10_000],
  ["a change of many", { kind: "wait", files: [{ verification_id: "ver_1", version: "2" }] }, 30_000],
] as const)("%s can be undone until its time is over", (_, step, ms) => {
  setLastStep(step);
  vi.advanceTimersByTime(ms - 1);
  expect(lastStep()).toBe(step);
  vi.advanceTimersByTime(1);
  expect(lastStep()).toBeNull();
});

it("the form values of an undone step are kept until the next step of its kind", () => {
  keepUndone(decided);
  expect(undoneStep("ver_1", "decide")?.fields).toEqual(fields);
  expect(undoneStep("ver_1", "approve")).toBeNull();
  expect(undoneStep("ver_2", "decide")).toBeNull();
  setLastStep({ ...decided, step: "assigned", typed: null });
  expect(undoneStep("ver_1", "decide")).not.toBeNull();
  setLastStep(decided);
  expect(undoneStep("ver_1", "decide")).toBeNull();
});
