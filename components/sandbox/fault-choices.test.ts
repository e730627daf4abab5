import { expect, it } from "vitest";
import { CALL_FAULTS, DELIVERY_FAULTS, FAULTY_PATHS } from "#lib/edge/contract/sandbox/sandbox.ts";
import { newFault } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { ANY_ID, choiceOf, FAULTS, type FaultChoice, faultOf, type Limits, pathChoiceOf } from "./fault-choices.ts";

const ALL: Limits = { path: "any", event: "any", verification_id: ANY_ID, count: "1" };
const calls = Object.keys(FAULTS.calls) as FaultChoice[];
const deliveries = Object.keys(FAULTS.deliveries) as FaultChoice[];

it("offers all kinds of faults", () => {
  const kinds = [...calls, ...deliveries].map((choice) => faultOf(choice, ALL).kind);
  expect(new Set(kinds)).toEqual(new Set([...CALL_FAULTS, ...DELIVERY_FAULTS]));
});

it("requests the sandbox's fields, and recognises them", () => {
  for (const choice of calls) {
    const fault = newFault.parse(faultOf(choice, { ...ALL, path: "people", count: "all" }));
    expect(fault).toMatchObject({ path: FAULTY_PATHS.people, count: null });
    expect(choiceOf(fault)).toBe(choice);
  }
  for (const choice of deliveries) {
    const limits: Limits = { ...ALL, event: "verification.v2.finished", verification_id: "ver_1", count: "5" };
    const fault = newFault.parse(faultOf(choice, limits));
    expect(fault).toMatchObject({ event: "verification.v2.finished", verification_id: "ver_1", count: 5 });
    expect(choiceOf(fault)).toBe(choice);
  }
});

it("leaves out missing limits", () => {
  expect(faultOf("hang", ALL)).toEqual({ kind: "hang", count: 1 });
  expect(faultOf("delivery_lost", ALL)).toEqual({ kind: "delivery_lost", count: 1 });
});

it.each([
  ["/verifications/*", "verifications"],
  ["/verifications/ver_1", undefined],
])("the path %s is %s", (path, choice) => {
  expect(pathChoiceOf(path)).toBe(choice);
});
