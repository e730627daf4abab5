import fc from "fast-check";
import { expect, it } from "vitest";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { verificationDetail } from "#test/verification-detail.ts";
import { whatChanged } from "./changes-announcer.tsx";

const empty = fc
  .sample(verificationDetail, { numRuns: 1, seed: 1 })
  .map((detail): VerificationDetail => ({ ...detail, findings: null, items: [], labels: [] }))[0];
const base = empty as VerificationDetail;
const label = {
  label: "vip",
  display_name: "VIP",
  category: null,
  comment: null,
  added_at: null,
  removed_at: null,
  history: [],
};
const item = {
  item_id: 7,
  item_type: "csf_mx",
  internal_status: null,
  item_error: null,
  completed_at: null,
  extraction_completed_at: null,
  success: null,
  history: [],
};

it("names what is worth an interruption", () => {
  const after: VerificationDetail = {
    ...base,
    verification: { ...base.verification, status: "now_finished", documents_status: "now_full" },
    findings: {
      items: [],
      computed_at: null,
      source: "final",
      run_id: "r",
      found_by: "event",
      before_reopening: false,
      finished_again: false,
    },
    items: [{ ...item, item_error: "prevalidation_failed" }],
    labels: [label],
  };
  expect(whatChanged(base, after)).toEqual([
    { kind: "status", to: "now_finished" },
    { kind: "documents", to: "now_full" },
    { kind: "findings", count: 0 },
    { kind: "items", count: 1 },
    { kind: "itemsFailed", count: 1 },
    { kind: "labelAdded", label: "VIP" },
  ]);
  const off: VerificationDetail = { ...after, labels: [{ ...label, removed_at: "2026-11-21T12:00:00.000Z" }] };
  expect(whatChanged(after, off)).toEqual([{ kind: "labelRemoved", label: "VIP" }]);
});

it("is silent about what says the same, and about a mere reading", () => {
  fc.assert(
    fc.property(verificationDetail, (detail) => {
      const again = { ...structuredClone(detail), freshness: { ...detail.freshness, read_at: "2026-11-21T12:00:00Z" } };
      expect(whatChanged(detail, again)).toEqual([]);
    }),
  );
});
