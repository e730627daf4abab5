import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FindingsRun, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { groupFindings, runNotes } from "./findings-run.tsx";

const AT = "2026-11-01T10:00:00.000000Z";
const run = (more: Partial<FindingsRun> = {}): FindingsRun => ({
  items: [{ severity: "high", message: "Falta el acta.", missing_field: null }],
  computed_at: AT,
  computed_at_text: null,
  source: "final",
  run_id: "r1",
  found_by: "event",
  before_reopening: false,
  finished_again: false,
  ...more,
});
const completed = (completed_at: string | null): VerificationItem => ({
  item_id: 1,
  item_type: "csf_mx",
  internal_status: null,
  item_error: null,
  completed_at,
  extraction_completed_at: null,
  success: null,
  problem: null,
  history: [],
});

describe("runNotes", () => {
  it("returns no note for a final run with findings", () => {
    expect(runNotes(run())).toEqual([]);
  });

  it.each<[string, Partial<FindingsRun>, string]>([
    ["provisional", { source: "provisional" }, "provisional"],
    ["from before a reopening", { before_reopening: true }, "beforeReopening"],
    [
      "that no reading has shown since it finished again",
      { before_reopening: true, finished_again: true },
      "notConfirmed",
    ],
    ["found by reading", { source: null, found_by: "api" }, "read"],
    ["of a source that the interface does not name", { source: "draft" }, "unknownSource"],
    ["of a source that was not stated", { source: null }, "unknownSource"],
  ])("marks a run %s", (_, more, note) => {
    expect(runNotes(run(more))).toEqual([note]);
  });

  it("notes for each empty run that it is no approval", () => {
    expect(runNotes(run({ items: [] }))).toEqual(["noApproval"]);
    expect(runNotes(run({ items: [], before_reopening: true }))).toEqual(["beforeReopening", "noApproval"]);
    expect(runNotes(run({ items: [], source: "provisional" }))).toEqual(["provisional", "noApproval"]);
  });

  it("notes that an item completed after the run, to the microsecond", () => {
    expect(runNotes(run(), [completed("2026-11-01T10:00:00.000001Z")])).toEqual(["behindItems"]);
    expect(runNotes(run(), [completed(AT), completed(null)])).toEqual([]);
    expect(runNotes(run({ computed_at: null }), [completed(AT)])).toEqual([]);
  });
});

const finding = fc.record({
  severity: fc.constantFrom("low", "high", "medium", "critical", ""),
  message: fc.string(),
  missing_field: fc.option(fc.string()),
});

it("groups all findings and no others, most severe first", () => {
  fc.assert(
    fc.property(fc.array(finding), (items) => {
      const groups = groupFindings(items);
      expect(groups.flatMap((group) => group.items)).toHaveLength(items.length);
      for (const item of items) expect(groups.some((group) => group.items.includes(item))).toBe(true);
      const order = ["high", "medium", "low", "other"];
      const positions = groups.map((group) => order.indexOf(group.severity));
      expect(positions).toEqual(positions.toSorted());
    }),
  );
});
