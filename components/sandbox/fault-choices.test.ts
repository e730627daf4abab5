import { expect, it } from "vitest";
import { CALL_FAULTS, DELIVERY_FAULTS, FAULTY_PATHS } from "#lib/contract/sandbox/sandbox.ts";
import { newFault } from "#lib/contract/sandbox/sandbox-input.ts";
import {
  CALL_CHOICES,
  type CallChoice,
  callFault,
  choiceOf,
  DELIVERY_CHOICES,
  type DeliveryChoice,
  deliveryFault,
  pathChoiceOf,
} from "./fault-choices.ts";

const calls = Object.keys(CALL_CHOICES) as CallChoice[];
const deliveries = Object.keys(DELIVERY_CHOICES) as DeliveryChoice[];

it("offers every kind of fault", () => {
  const kinds = [...calls.map((choice) => CALL_CHOICES[choice].kind), ...deliveries];
  expect(new Set(kinds)).toEqual(new Set([...CALL_FAULTS, ...DELIVERY_FAULTS]));
});

it("asks for what the sandbox takes, and knows it again", () => {
  for (const choice of calls) {
    const fault = newFault.parse(callFault(choice, "people", "all"));
    expect(fault).toMatchObject({ path: FAULTY_PATHS.people, count: null });
    expect(choiceOf(fault)).toBe(choice);
  }
  for (const choice of deliveries) {
    const fault = newFault.parse(deliveryFault(choice, "verification.v2.finished", "ver_1", "5"));
    expect(fault).toMatchObject({ event: "verification.v2.finished", verification_id: "ver_1", count: 5 });
    expect(choiceOf(fault)).toBe(choice);
  }
});

it("leaves out what is not limited", () => {
  expect(callFault("hang", "any", "1")).toEqual({ kind: "hang", count: 1 });
  expect(deliveryFault("delivery_lost", "any", null, "1")).toEqual({ kind: "delivery_lost", count: 1 });
});

it.each([
  ["/verifications/*", "verifications"],
  ["/verifications/ver_1", null],
])("the path %s is %s", (path, choice) => {
  expect(pathChoiceOf(path)).toBe(choice);
});
