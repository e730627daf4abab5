import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verifications/verification.ts";
import { firstCompletion, timelineSegments } from "./timeline-segments.ts";

const START = Date.UTC(2026, 10, 1);
const entry = (ms: number, to: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  from: null,
  to,
  at: new Date(ms).toISOString(),
  source: "event",
  gap: false,
  ...more,
});

const timelines = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 400 * 86_400_000 }), fc.constantFrom(...DOCUMENTS_STATUSES)), {
    maxLength: 40,
  })
  .map((pairs) => pairs.toSorted(([a], [b]) => a - b).map(([offset, to]) => entry(START + offset, to)));

describe("timelineSegments", () => {
  it("covers the time from the first change to now, without holes or overlap, one stay an entry", () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 0, max: 500 * 86_400_000 }), (entries, later) => {
        const now = START + later;
        const segments = timelineSegments(entries, now);
        expect(segments.map((segment) => segment.status)).toEqual(entries.map(({ to }) => to));
        for (const [index, segment] of segments.entries()) {
          expect(segment.endMs).toBeGreaterThanOrEqual(segment.startMs);
          if (index > 0) expect(segment.startMs).toBe(segments[index - 1]?.endMs);
        }
        const last = segments.at(-1);
        if (last) expect(last).toMatchObject({ open: true, endMs: Math.max(now, last.startMs) });
        expect(new Set(segments.map((segment) => segment.key)).size).toBe(segments.length);
      }),
    );
  });

  it("marks moves back to a less full file, and only those", () => {
    const entries = ["pending_upload", "full_upload", "partial_upload", "novel", "pending_upload"].map((to, index) =>
      entry(START + index, to),
    );
    expect(timelineSegments(entries, START + 9).map((segment) => segment.backward)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});

describe("firstCompletion", () => {
  const COMPLETED = "2026-11-01T01:00:00.000000Z";
  const CREATED = "2026-11-01T00:00:00.000000Z";

  it("tells the time to the first completion, when both ends are known", () => {
    expect(firstCompletion(null, CREATED, [])).toBeNull();
    expect(firstCompletion(COMPLETED, null, [])).toEqual({ tookMs: null, atMost: false });
    expect(firstCompletion(COMPLETED, CREATED, [])).toEqual({ tookMs: 3_600_000, atMost: false });
  });

  it("knows only an upper bound where an event is missing until then", () => {
    const at = (atMost: string, gap: boolean) => firstCompletion(COMPLETED, CREATED, [{ at: atMost, gap }])?.atMost;
    expect(at(COMPLETED, true)).toBe(true);
    expect(at(COMPLETED, false)).toBe(false);
    expect(at("2026-11-01T01:00:00.000001Z", true)).toBe(false);
  });
});
