import { describe, expect, it } from "vitest";
import { custodyPolicyInput, newLegalHold } from "./custody-input.ts";
import { FIRST_POLICY, ruleOf } from "./policy.ts";

const policy = (accepted: object) => ({
  version: 1,
  accepted,
  rejected: { profile: "minimum" },
  undecided: { profile: "variables" },
});

describe("the policy's body", () => {
  it.each([
    [{ profile: "lfpiorpi" }, true],
    [{ profile: "own", months: 24 }, true],
    [{ profile: "own" }, false],
    [{ profile: "lfpiorpi", months: 24 }, false],
    [{ profile: "own", months: 0 }, false],
    [{ profile: "own", months: 1_201 }, false],
    [{ profile: "never" }, false],
  ])("with %j is accepted: %s", (rule, accepted) => {
    expect(custodyPolicyInput.safeParse(policy(rule)).success).toBe(accepted);
  });
});

it("a profile has its months", () => {
  expect(ruleOf("lfpiorpi", 7)).toEqual({ profile: "lfpiorpi", months: 120 });
  expect(ruleOf("minimum", 7)).toEqual({ profile: "minimum", months: 0 });
  expect(ruleOf("own", 7)).toEqual({ profile: "own", months: 7 });
  expect(ruleOf("variables", 7)).toEqual({ profile: "variables", months: null });
  expect(FIRST_POLICY.accepted).toEqual(ruleOf("lfpiorpi", 0));
});

describe("a new hold", () => {
  it("takes a CURP as it is typed", () => {
    const typed = newLegalHold.parse({ curp: "looa531113-htcpbn07", reason: " Oficio " });
    expect(typed).toEqual({ curp: "LOOA531113HTCPBN07", reason: "Oficio" });
  });

  it.each([
    [{ reason: "Oficio" }],
    [{ verification_id: "ver_1", curp: "LOOA531113HTCPBN07", reason: "Oficio" }],
    [{ verification_id: "ver_1", reason: "  " }],
    [{ verification_id: "ver_1", reason: "x".repeat(1_001) }],
    [{ verification_id: "ver_1", reason: "Oficio", review_on: "soon" }],
    [{ curp: "LOOA531113H", reason: "Oficio" }],
  ])("is refused as %j", (hold) => {
    expect(newLegalHold.safeParse(hold).success).toBe(false);
  });
});
