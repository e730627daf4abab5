import { expect, it } from "vitest";
import { type FirstSteps, firstStepsOf } from "./first-steps.ts";

const NO_STEPS: FirstSteps = { key: false, connect: false, event: false, titles: false, add: false, invite: false };
const named = (...given: Parameters<typeof firstStepsOf>) => firstStepsOf(...given).map(({ step }) => step);

it.each([
  ["admin", ["key", "connect", "event", "titles", "add", "invite"]],
  ["compliance", []],
  ["support", []],
  ["auditor", []],
] as const)("%s has the steps that the role allows: %j", (role, steps) => {
  expect(named(role, NO_STEPS)).toEqual(steps);
});

it("stay until the last step is done, done steps being marked", () => {
  const most = { ...NO_STEPS, key: true, connect: true, event: true, titles: true, add: true };
  expect(firstStepsOf("admin", most).map(({ done }) => done)).toEqual([true, true, true, true, true, false]);
  expect(named("admin", { ...most, invite: true })).toEqual([]);
});
