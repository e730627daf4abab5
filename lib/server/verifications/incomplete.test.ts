import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTAGE_CAUSES, PARTS } from "#lib/contract/verifications/incomplete.ts";
import type { TimelineEntry, VerificationItem } from "#lib/contract/verifications/verification.ts";
import { instant, maybe } from "#test/arbitrary-values.ts";
import { findIncompleteness, incompleteParts } from "./incomplete.ts";

const at = (hour: number) => `2026-11-02T${String(hour).padStart(2, "0")}:00:00.000000Z`;

type Known = Parameters<typeof findIncompleteness>[0];
/** A file that is finished, and all of it known. */
const WHOLE: Known = {
  created_at: at(1),
  last_activity_at: at(9),
  status: "finished",
  status_at: at(9),
  documents_status: "full_upload",
  documents_status_at: at(5),
  timeline: [{ from: null, to: "full_upload", at: at(5), source: "event", gap: false }],
  runs: [],
  items: [],
  statuses: [{ status: "finished", effective_at: at(9), found_by: "event", digest: "a" }],
  created: true,
  first_event_at: at(1),
  read_at: at(10),
  people_read_at: at(10),
  lookup_failed: false,
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
  history: [
    {
      kind: "extraction_completed",
      at: at(6),
      item_type: null,
      item_error: null,
      internal_status: null,
      success: true,
    },
  ],
});

describe("where events may be missing", () => {
  it("is nowhere in what is known whole", () => {
    expect(findIncompleteness(WHOLE, [])).toEqual([]);
  });

  it("is in an outage what no reading tells, and the rest until a reading that began after it", () => {
    const parts = (known: Partial<Known>) => findIncompleteness({ ...WHOLE, ...known }, [down]).map(({ part }) => part);
    expect(parts({})).toEqual(["documents_status_timeline", "items", "labels"]);
    expect(parts({ read_at: at(4), people_read_at: null })).toEqual(PARTS);
    expect(parts({ lookup_failed: true })).toEqual(["documents_status_timeline", "items", "labels", "people"]);
    expect(findIncompleteness(WHOLE, [{ ...down, to: null }]).map(({ part }) => part)).toEqual(PARTS);
    expect(findIncompleteness(WHOLE, [down])[0]).toEqual({
      part: "documents_status_timeline",
      from: at(3),
      to: at(4),
      reason: "receiver_down",
    });
  });

  it("is in no outage before it was created, and none of 30 days after it came to rest", () => {
    expect(findIncompleteness({ ...WHOLE, created_at: at(4) }, [down])).toEqual([]);
    expect(findIncompleteness({ ...WHOLE, last_activity_at: "2026-10-03T02:00:00.000000Z" }, [down])).toEqual([]);
    expect(findIncompleteness({ ...WHOLE, last_activity_at: "2026-10-03T04:00:00.000000Z" }, [down])).toHaveLength(3);
    expect(findIncompleteness({ ...WHOLE, created_at: null, last_activity_at: null }, [down])).toHaveLength(3);
  });

  const change = (entry: Partial<TimelineEntry>): TimelineEntry => ({
    from: null,
    to: "partial_upload",
    at: at(4),
    source: "event",
    gap: false,
    ...entry,
  });
  const run = { items: [], source: null, run_id: null, before_reopening: false, finished_again: false };
  it.each<[string, Partial<Known>, object]>([
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
    [
      "a finish that only a reading knows",
      {
        statuses: [
          { status: "pending", effective_at: at(2), found_by: "event", digest: "a" },
          { status: "finished", effective_at: at(9), found_by: "api", digest: "b" },
        ],
      },
      { part: "status", from: at(2), to: at(9) },
    ],
  ])("is where facts contradict each other: %s", (_, known, expected) => {
    expect(findIncompleteness({ ...WHOLE, ...known }, [])).toEqual([{ ...expected, reason: "contradiction" }]);
  });

  it("is its beginning, where nothing said that it was created", () => {
    const found = findIncompleteness({ ...WHOLE, created: false, first_event_at: at(3) }, []);
    expect(found.map(({ part }) => part)).toEqual(["documents_status_timeline", "items", "labels"]);
    expect(found[0]).toMatchObject({ from: at(1), to: at(3), reason: "contradiction" });
  });

  it("is not an item that completed, an unfinished file's, or a status that no event announces", () => {
    expect(findIncompleteness({ ...WHOLE, items: [item(at(7))] }, [])).toEqual([]);
    expect(findIncompleteness({ ...WHOLE, status: "pending", items: [item(null)] }, [])).toEqual([]);
    const statuses: Known["statuses"] = [
      { status: "pending", effective_at: at(2), found_by: "event", digest: "a" },
      { status: "error", effective_at: at(9), found_by: "api", digest: "b" },
    ];
    expect(findIncompleteness({ ...WHOLE, statuses }, [])).toEqual([]);
  });

  it("says of a row of the list at most what its own page says, and every part that no reading tells", () => {
    const losses = fc.array(fc.record({ from: instant, to: maybe(instant), cause: fc.constantFrom(...OUTAGE_CAUSES) }));
    const known = fc.record({ created_at: maybe(instant), last_activity_at: maybe(instant), read_at: maybe(instant) });
    fc.assert(
      fc.property(losses, known, (lost, file) => {
        const ofPage = new Set(findIncompleteness({ ...WHOLE, ...file }, lost).map(({ part }) => part));
        const ofRow = incompleteParts([], lost, file);
        expect([...ofPage]).toEqual(expect.arrayContaining(ofRow));
        expect(ofRow.length > 0).toBe(ofPage.has("items"));
      }),
    );
  });
});
