import { expect, it } from "vitest";
import { MAX_LOST, nextStep, type StepFacts } from "./next-step.ts";

const STANDING: StepFacts = {
  state: "intent",
  details: { giving_up: null },
  due: true,
  old_is_current: true,
  key_refused: false,
  attempt: null,
  lost: 0,
};
const attempt = { candidates: null, decision: null };

it.each<[Partial<StepFacts>, string]>([
  [{}, "create"],
  [{ attempt }, "clear"],
  [{ attempt: { candidates: [], decision: null } }, "wait"],
  [{ attempt: { candidates: [], decision: "" } }, "clear"],
  [{ lost: MAX_LOST - 1 }, "create"],
  [{ lost: MAX_LOST }, "abandon"],
  [{ lost: MAX_LOST, attempt }, "clear"],
  [{ state: "minted" }, "prove"],
  [{ state: "minted", details: { giving_up: "NEW_KEY_REFUSED" } }, "discard"],
  [{ state: "verified" }, "switch"],
  [{ state: "switched" }, "drain"],
  [{ state: "draining" }, "retire"],
  [{ state: "retiring" }, "finish"],
  [{ state: "done" }, "wait"],
  [{ state: "abandoned" }, "wait"],
])("at %j the next step is %s", (standing, step) => {
  expect(nextStep({ ...STANDING, ...standing })).toBe(step);
  expect(nextStep({ ...STANDING, ...standing, due: false })).toBe("wait");
});

it.each<[Partial<StepFacts>, string]>([
  [{}, "abandon"],
  [{ attempt }, "abandon"],
  [{ state: "minted" }, "discard"],
  [{ state: "verified" }, "discard"],
  [{ state: "switched" }, "drain"],
  [{ state: "retiring" }, "finish"],
])("with another key current meanwhile, at %j the next step is %s", (standing, step) => {
  expect(nextStep({ ...STANDING, old_is_current: false, ...standing })).toBe(step);
});

it.each<[Partial<StepFacts>, string]>([
  [{}, "wait"],
  [{ attempt }, "wait"],
  [{ lost: MAX_LOST }, "abandon"],
  [{ old_is_current: false }, "abandon"],
  [{ state: "minted" }, "prove"],
  [{ state: "minted", details: { giving_up: "NEW_KEY_REFUSED" } }, "wait"],
  [{ state: "minted", old_is_current: false }, "wait"],
  [{ state: "verified" }, "switch"],
  [{ state: "switched" }, "drain"],
  [{ state: "draining" }, "retire"],
  [{ state: "retiring" }, "wait"],
])("while the service refuses the current key, at %j the next step is %s", (standing, step) => {
  expect(nextStep({ ...STANDING, key_refused: true, ...standing })).toBe(step);
});
