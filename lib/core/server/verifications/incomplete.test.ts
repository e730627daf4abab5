import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTAGE_CAUSES, PARTS } from "#lib/core/contract/verifications/incomplete.ts";
import type { TimelineEntry, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { instant, maybe } from "#tools/test/arbitrary-values.ts";
import { findIncompleteness, incompleteParts } from "./incomplete.ts";
import type { NewestReading } from "./newest-reading.ts";

const at = (hour: number) => `2026-11-02T${String(hour).padStart(2, "0")}:00:00.000000Z`;

type Facts = Parameters<typeof findIncompleteness>[0];
const reading = (read_at: string): NewestReading => ({
  read_at,
  status: "finished",
  findings_computed_at: at(8),
  undated_findings: false,
  documents_reported: true,
});
/** A finished file with a complete history. */
const WHOLE: Facts = {
  created_at: at(1),
  last_activity_at: at(9),
  status: "finished",
  status_at: at(9),
  documents_status: "full_upload",
  documents_status_at: at(5),
  timeline: [{ from: null, to: "full_upload", at: at(5), at_text: null, source: "event", gap: false }],
  runs: [],
  items: [],
  created: true,
  first_event_at: at(1),
  reading: reading(at(10)),
  people_read_at: at(10),
  has_people: false,
  has_unreported_lookups: false,
};
const down = { from: at(3), to: at(4), cause: "receiver_down" as const };
const item = (completed_at: string | null): VerificationItem => ({
  item_id: 1,
  item_type: "csf_mx",
  internal_status: null,
  item_error: null,
  completed_at,
  extraction_completed_at: at(6),
  success: true,
  problem: null,
  history: [
    {
      kind: "extraction_completed",
      at_text: null,
      at: at(6),
      item_type: null,
      item_error: null,
      internal_status: null,
      success: true,
    },
  ],
});

describe("possible gaps", () => {
  it("are none in a complete history", () => {
    expect(findIncompleteness(WHOLE, [])).toEqual([]);
  });

  it("are in facts that no read shows during an outage, and in the rest until a read that began after it", () => {
    const parts = (known: Partial<Facts>) => findIncompleteness({ ...WHOLE, ...known }, [down]).map(({ part }) => part);
    expect(parts({})).toEqual(["documents_status_timeline", "items", "labels"]);
    expect(parts({ reading: reading(at(4)), people_read_at: null })).toEqual(PARTS);
    expect(parts({ has_people: true })).toEqual(["documents_status_timeline", "items", "labels", "people"]);
    expect(findIncompleteness(WHOLE, [{ ...down, to: null }]).map(({ part }) => part)).toEqual(PARTS);
    expect(findIncompleteness(WHOLE, [down])[0]).toEqual({
      part: "documents_status_timeline",
      from: at(3),
      to: at(4),
      reason: "receiver_down",
    });
  });

  describe("during an outage are in findings if a read after it shows older ones", () => {
    const unchanged = { ...reading(at(10)), findings_computed_at: at(2) };
    const people = { has_people: true, people_read_at: at(10) };
    const parts = (known: Partial<Facts>) =>
      findIncompleteness({ ...WHOLE, reading: unchanged, ...people, ...known }, [down]).map(({ part }) => part);

    it("are only in the labels of a finished file", () => {
      expect(parts({})).toEqual(["labels"]);
      expect(parts({ reading: { ...unchanged, findings_computed_at: null } })).toEqual(["labels"]);
    });

    it("are in the items of an unfinished file: one may be in progress", () => {
      expect(parts({ reading: { ...unchanged, status: "pending" } })).toEqual(["items", "labels"]);
    });

    it("are in the timeline of a file without an event for its documents_status", () => {
      const known = { reading: { ...unchanged, documents_reported: false } };
      expect(parts(known)).toEqual(["documents_status_timeline", "labels"]);
    });

    it("are in the people if a lookup result has no event, or without a read since", () => {
      expect(parts({ has_unreported_lookups: true })).toEqual(["labels", "people"]);
      expect(parts({ people_read_at: at(4) })).toEqual(["labels", "people"]);
    });

    it.each<[string, Partial<Facts>]>([
      ["computed in it", { reading: { ...unchanged, findings_computed_at: at(4) } }],
      ["of no known time", { reading: { ...unchanged, findings_computed_at: null, undated_findings: true } }],
      ["that were read before its end", { reading: { ...unchanged, read_at: at(4) } }],
    ])("are in everything but reads if findings are %s", (_, known) => {
      expect(parts(known)).toEqual(expect.arrayContaining(["documents_status_timeline", "items", "labels", "people"]));
    });

    it("are not in the status of a changed file, which the read shows", () => {
      expect(parts({ reading: { ...unchanged, findings_computed_at: at(4) } })).not.toContain("status");
    });

    it("are in everything during the outage", () => {
      expect(findIncompleteness({ ...WHOLE, reading: unchanged, ...people }, [{ ...down, to: null }])).toHaveLength(6);
    });
  });

  it("are in no outage before the file was created, and none from 30 days after an unfinished file's last fact", () => {
    const pending = { ...WHOLE, status: "pending" };
    expect(findIncompleteness({ ...WHOLE, created_at: at(4) }, [down])).toEqual([]);
    expect(findIncompleteness({ ...pending, last_activity_at: "2026-10-03T02:00:00.000000Z" }, [down])).toEqual([]);
    expect(findIncompleteness({ ...pending, last_activity_at: "2026-10-03T04:00:00.000000Z" }, [down])).toHaveLength(3);
    expect(findIncompleteness({ ...WHOLE, created_at: null, last_activity_at: null }, [down])).toHaveLength(3);
  });

  it("are in no outage that began after the file finished, unless a fact arrived since", () => {
    const finished = { ...WHOLE, last_activity_at: at(3) };
    expect(findIncompleteness(finished, [down])).toEqual([]);
    expect(findIncompleteness(finished, [{ ...down, to: null }])).toEqual([]);
    expect(findIncompleteness({ ...finished, status: "pending" }, [down])).toHaveLength(3);
    expect(findIncompleteness({ ...finished, last_activity_at: at(5) }, [down])).toHaveLength(3);
    expect(incompleteParts([], [down], finished, null)).toEqual([]);
  });

  const change = (entry: Partial<TimelineEntry>): TimelineEntry => ({
    from: null,
    to: "partial_upload",
    at: at(4),
    at_text: null,
    source: "event",
    gap: false,
    ...entry,
  });
  const run = {
    items: [],
    source: null,
    run_id: null,
    computed_at_text: null,
    before_reopening: false,
    finished_again: false,
  };
  it.each<[string, Partial<Facts>, object]>([
    [
      "an item of a finished file that never completed",
      { items: [item(null)] },
      { part: "items", from: at(6), to: at(9) },
    ],
    [
      "a change whose predecessor is missing",
      { timeline: [change({}), change({ at: at(5), to: "full_upload", gap: true })] },
      { part: "documents_status_timeline", from: at(4), to: at(5) },
    ],
    [
      "a documents_status that only a reading knows",
      { timeline: [change({})] },
      { part: "documents_status_timeline", from: at(4), to: at(5) },
    ],
    [
      "a run that only a reading knows",
      {
        runs: [
          { ...run, found_by: "api", computed_at: at(8) },
          { ...run, found_by: "event", computed_at: at(7) },
        ],
      },
      { part: "findings", from: at(7), to: at(8) },
    ],
  ])("are reported for contradicting facts: %s", (_, known, expected) => {
    expect(findIncompleteness({ ...WHOLE, ...known }, [])).toEqual([{ ...expected, reason: "contradiction" }]);
  });

  it("include the beginning, if no event shows the creation", () => {
    const found = findIncompleteness({ ...WHOLE, created: false, first_event_at: at(3) }, []);
    expect(found.map(({ part }) => part)).toEqual(["documents_status_timeline", "items", "labels"]);
    expect(found[0]).toMatchObject({ from: at(1), to: at(3), reason: "contradiction" });
  });

  it("exclude a completed item, or an unfinished file's items", () => {
    expect(findIncompleteness({ ...WHOLE, items: [item(at(7))] }, [])).toEqual([]);
    expect(findIncompleteness({ ...WHOLE, status: "pending", items: [item(null)] }, [])).toEqual([]);
  });

  it("exclude the status of a row: older versions stored a contradiction of it", () => {
    expect(incompleteParts(["items", "status"], [], WHOLE, null)).toEqual(["items"]);
  });

  it("in a row of the list are a subset of its page's, with every part that no read shows", () => {
    const losses = fc.array(fc.record({ from: instant, to: maybe(instant), cause: fc.constantFrom(...OUTAGE_CAUSES) }));
    const newest = fc.record<NewestReading>({
      read_at: instant,
      status: fc.constantFrom("finished", "pending"),
      findings_computed_at: maybe(instant),
      undated_findings: fc.boolean(),
      documents_reported: fc.boolean(),
    });
    const known = fc.record({
      created_at: maybe(instant),
      last_activity_at: maybe(instant),
      status: fc.constantFrom("finished", "pending", null),
      reading: maybe(newest),
      has_people: fc.boolean(),
      has_unreported_lookups: fc.boolean(),
    });
    fc.assert(
      fc.property(losses, known, (lost, file) => {
        const ofPage = findIncompleteness({ ...WHOLE, ...file }, lost).map(({ part }) => part);
        const shared = PARTS.filter((part) => ["documents_status_timeline", "items", "labels"].includes(part));
        const ofRow = incompleteParts([], lost, file, file.reading);
        expect(ofRow).toEqual(shared.filter((part) => ofPage.includes(part)));
      }),
    );
  });
});
