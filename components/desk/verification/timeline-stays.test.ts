import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/core/contract/verifications/verification.ts";
import { firstCompletion, timelineStays } from "./timeline-stays.ts";

const START = Date.UTC(2026, 10, 1);
const entry = (ms: number, to: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  from: null,
  to,
  at: new Date(ms).toISOString(),
  at_text: null,
  source: "event",
  gap: false,
  ...more,
});

const timelines = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 400 * 86_400_000 }), fc.constantFrom(...DOCUMENTS_STATUSES)), {
    maxLength: 40,
  })
  .map((pairs) => pairs.toSorted(([a], [b]) => a - b).map(([offset, to]) => entry(START + offset, to)));

describe("timelineStays", () => {
  it("returns one stay per entry, from the first change to now, without gaps or overlap", () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 0, max: 500 * 86_400_000 }), (entries, later) => {
        const now = START + later;
        const stays = timelineStays(entries, now);
        expect(stays.map((stay) => stay.status)).toEqual(entries.map(({ to }) => to));
        for (const [index, stay] of stays.entries()) {
          expect(stay.endMs).toBeGreaterThanOrEqual(stay.startMs);
          if (index > 0) expect(stay.startMs).toBe(stays[index - 1]?.endMs);
        }
        const last = stays.at(-1);
        if (last) expect(last).toMatchObject({ open: true, endMs: Math.max(now, last.startMs) });
        expect(new Set(stays.map((stay) => stay.key)).size).toBe(stays.length);
      }),
    );
  });

  it("marks only moves back to a less complete file", () => {
    const entries = ["pending_upload", "full_upload", "partial_upload", "novel", "pending_upload"].map((to, index) =>
      entry(START + index, to),
    );
    expect(timelineStays(entries, START + 9).map((stay) => stay.backward)).toEqual([false, false, true, false, false]);
  });
});

describe("firstCompletion", () => {
  const COMPLETED = "2026-11-01T01:00:00.000000Z";
  const CREATED = "2026-11-01T00:00:00.000000Z";

  it("gives the time to the first completion, when both ends are known", () => {
    expect(firstCompletion(null, CREATED, [])).toBeNull();
    expect(firstCompletion(COMPLETED, null, [])).toEqual({ tookMs: null, atMost: false });
    expect(firstCompletion(COMPLETED, CREATED, [])).toEqual({ tookMs: 3_600_000, atMost: false });
  });

  it("gives an upper bound if an event is missing until then, or the completion's own time was not read", () => {
    const at = (atMost: string, gap: boolean, at_text: string | null = null) =>
      firstCompletion(COMPLETED, CREATED, [{ at: atMost, at_text, gap }])?.atMost;
    expect(at(COMPLETED, false, "soon")).toBe(true);
    expect(at(CREATED, false, "soon")).toBe(false);
    expect(at(COMPLETED, true)).toBe(true);
    expect(at(COMPLETED, false)).toBe(false);
    expect(at("2026-11-01T01:00:00.000001Z", true)).toBe(false);
  });
});
