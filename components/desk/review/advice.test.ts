import { expect, it } from "vitest";
import type { Reason, ReviewStanding, ReviewState } from "#lib/core/contract/verifications/review.ts";
import type { FindingsRun } from "#lib/core/contract/verifications/verification.ts";
import { type Advice, adviceOf } from "./advice.ts";

const run = (source: string, missing_field: string | null = null): FindingsRun => ({
  run_id: "run",
  source,
  computed_at: null,
  computed_at_text: null,
  found_by: "event",
  before_reopening: false,
  finished_again: false,
  items: [{ severity: "high", message: "Poder sin fecha", missing_field }],
});
const STANDING: ReviewStanding = {
  last_entry: 0,
  open: { exceptions: [], people: [] },
  by_two: false,
  reopening: null,
  decision: null,
  wait: null,
  explanations: [],
  returns: [],
  returned: null,
};
const REQUEST_WAIT = { since: "2026-11-24T16:00:00.000000Z", follow_up_on: "2026-11-30", request: [] };

it.each<[string, ReviewState | null, Reason[], FindingsRun | null, boolean, Advice | null]>([
  ["decide on a final run", "open", ["decision"], run("final", "poder"), false, "decide"],
  ["decide on what came back", "open", ["changed"], run("provisional"), false, "decide"],
  ["write where a document needs the customer", "open", ["decision", "item"], run("final"), false, "write"],
  ["write where the customer has stalled", "open", ["stalled_customer"], null, false, "write"],
  ["decide once the customer was asked", "open", ["answered", "item"], run("final"), true, "decide"],
  ["wait once asked while findings are not final", "open", ["answered"], run("provisional", "poder"), true, "wait"],
  ["write where something is missing", "open", [], run("provisional", "poder"), false, "write"],
  ["wait for the service", "open", ["stalled_service"], null, false, "wait"],
  ["approve a proposal", "approval", [], run("final"), false, "approve"],
  ["decide on what is complete without a review", null, [], run("final"), false, "decide"],
  ["nothing of what is being filled", null, [], null, false, null],
  ["nothing of what waits", "waiting", [], run("final"), true, null],
  ["nothing of what is resolved", "resolved", [], run("final"), false, null],
])("advises to %s", (_what, state, reasons, findings, asked, expected) => {
  const review_standing = { ...STANDING, wait: asked ? REQUEST_WAIT : null };
  expect(adviceOf({ findings, review_standing }, { state, reasons })).toBe(expected);
});
