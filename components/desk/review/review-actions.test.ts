import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Difference, Review, ReviewStanding } from "#lib/core/contract/verifications/review.ts";
import { RESOLUTIONS, REVIEW_STATES } from "#lib/core/contract/verifications/review-codes.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { examples } from "#tools/test/effort.ts";
import { actionsOf } from "./review-actions.ts";

const ME = { user_id: "me", name: "Ana" };
const user = (role: Role) => ({
  id: ME.user_id,
  may: (permission: Parameters<typeof may>[1]) => may(role, permission),
});
const review = (given: Partial<Review>): Review => ({
  state: "open",
  resolution: null,
  reasons: [],
  lookup: null,
  assignee: null,
  decided_by: null,
  approved_by: null,
  returned_by: null,
  due_at: null,
  follow_up_on: null,
  version: "1.a",
  ...given,
});
const standing = (...differences: Difference[]): ReviewStanding => ({
  last_entry: 1,
  open: { exceptions: [], people: [] },
  by_two: false,
  reopening: null,
  decision: {
    resolution: "accepted",
    at: "2026-11-20T12:00:00.000000Z",
    user: ME,
    reason_code: null,
    reason: null,
    approval: null,
    review_on: null,
    exceptions: [],
    differences,
  },
  wait: null,
  explanations: [],
  returns: [],
  returned: null,
});
const NEW_FINDING: Difference = { kind: "finding_added", brings_back: true };
const CONFIRMED: Difference = { kind: "run_confirmed", brings_back: false };

describe("the actions of a review on the page", () => {
  it.each<[string, Partial<Review>, ReviewStanding | null, Role, string[]]>([
    ["a file without a review", { state: null }, null, "compliance", ["open", "decide"]],
    ["a file without a review, to who may not decide", { state: null }, null, "admin", ["open"]],
    ["an open one of nobody", {}, null, "compliance", ["toMe", "assign", "wait", "decide"]],
    ["one's own", { assignee: ME }, null, "compliance", ["assign", "wait", "decide"]],
    ["an open one, to an admin", {}, null, "admin", ["assign"]],
    [
      "one that came back",
      { assignee: ME, reasons: ["changed"] },
      standing(NEW_FINDING),
      "compliance",
      ["assign", "wait", "ratify", "decide"],
    ],
    ["a waiting one", { state: "waiting" }, null, "compliance", ["toMe", "assign", "wait", "reopen", "decide"]],
    ["one's own that awaits approval", { state: "approval" }, standing(), "compliance", ["withdraw"]],
    [
      "another person's that awaits approval",
      { state: "approval" },
      { decision: { ...standing().decision, user: { user_id: "other", name: "Beto" } } } as ReviewStanding,
      "compliance",
      ["return", "approve"],
    ],
    ["a decided one", { state: "resolved", resolution: "accepted" }, standing(), "compliance", ["reopen"]],
    [
      "a decided one whose facts differ harmlessly",
      { state: "resolved", resolution: "accepted" },
      standing(CONFIRMED),
      "compliance",
      ["ratify", "reopen"],
    ],
    ["a decided one, to an admin", { state: "resolved", resolution: "accepted" }, standing(), "admin", []],
    ["any, to support", {}, null, "support", []],
  ])("with the state %s", (_, given, rests, role, expected) => {
    expect(actionsOf(review(given), rests, user(role))).toEqual(expected);
  });

  it("are all permitted for the role, and listed once", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...REVIEW_STATES, null),
        fc.constantFrom(...RESOLUTIONS, null),
        fc.constantFrom(ME, null),
        fc.constantFrom(null, standing(), standing(NEW_FINDING)),
        fc.constantFrom(...ROLES),
        (state, resolution, assignee, rests, role) => {
          const actions = actionsOf(review({ state, resolution, assignee }), rests, user(role));
          expect(new Set(actions).size).toBe(actions.length);
          if (!may(role, "reviews.assign")) expect(actions).toEqual([]);
          if (!may(role, "reviews.decide")) {
            expect(actions.filter((action) => action !== "open" && action !== "assign")).toEqual([]);
          }
        },
      ),
      { numRuns: examples(50) },
    ));
});
