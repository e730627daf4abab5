import fc from "fast-check";
import { createElement } from "react";
import { expect, it } from "vitest";
import type { ItemHistoryEntry, VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { NOW } from "#tools/test/arbitrary-values.ts";
import { shown } from "#tools/test/shown.tsx";
import { verificationDetail } from "#tools/test/verification-detail.ts";
import { Changes, changesBetween } from "./changes-announcer.tsx";

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
  problem: null,
  history: [],
};

const entry = (at: string): ItemHistoryEntry => ({
  kind: "completed",
  at,
  at_text: null,
  item_type: null,
  item_error: null,
  internal_status: null,
  success: null,
});
const AT = "2026-11-21T11:00:00.000000Z";
const NEWER = "2026-11-21T11:30:00.000000Z";

it("returns the changes with their times", () => {
  const after: VerificationDetail = {
    ...base,
    verification: {
      ...base.verification,
      status: "now_finished",
      status_at: AT,
      documents_status: "now_full",
      documents_status_at: NEWER,
    },
    findings: {
      items: [],
      computed_at: AT,
      computed_at_text: null,
      source: "final",
      run_id: "r",
      found_by: "event",
      before_reopening: false,
      finished_again: false,
    },
    items: [
      { ...item, item_error: "prevalidation_failed", problem: "failed", history: [entry(AT)] },
      { ...item, item_id: 8, history: [entry(AT), entry(NEWER)] },
    ],
    labels: [label],
  };
  expect(changesBetween(base, after)).toEqual([
    { kind: "status", at: AT, to: "now_finished" },
    { kind: "documents", at: NEWER, to: "now_full" },
    { kind: "findings", at: AT, count: 0 },
    { kind: "items", at: NEWER, count: 2 },
    { kind: "itemsFailed", at: AT, count: 1 },
    { kind: "labelAdded", at: null, label: "VIP" },
  ]);
  const off: VerificationDetail = { ...after, labels: [{ ...label, removed_at: AT }] };
  expect(changesBetween(after, off)).toEqual([{ kind: "labelRemoved", at: AT, label: "VIP" }]);
});

it("states the age of a late event", () => {
  const said = (at: string | null, locale: "en" | "es-MX" = "en") =>
    shown(createElement(Changes, { changes: [{ kind: "labelAdded", at, label: "VIP" }], now: NOW }), locale).text;
  expect(said(null)).toBe("Label VIP assigned.");
  expect(said("2026-11-21T11:55:00.000000Z")).toBe("Label VIP assigned.");
  expect(said("2026-11-21T11:54:59.000000Z")).toBe("Label VIP assigned. That was 5 minutes ago.");
  expect(said("2026-11-18T12:00:00.000000Z", "es-MX")).toContain("Eso fue hace 3 días.");
});

it("returns no changes for equal facts, or for a new time of reading alone", () => {
  fc.assert(
    fc.property(verificationDetail, (detail) => {
      const again = { ...structuredClone(detail), freshness: { ...detail.freshness, read_at: "2026-11-21T12:00:00Z" } };
      expect(changesBetween(detail, again)).toEqual([]);
    }),
  );
});
