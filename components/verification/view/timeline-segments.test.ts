import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verification.ts";
import { firstCompletion, legibleShares, timelineSegments } from "./timeline-segments.ts";

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

describe("legibleShares", () => {
  it("sums to one, keeps the order of sizes and leaves nobody invisible", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e11 }), { minLength: 1, maxLength: 60 }), (durations) => {
        const shares = legibleShares(durations);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(Math.min(0.03, 1 / durations.length) - 1e-9);
        const [longest = 0, shortest = 0] = [Math.max(...durations), Math.min(...durations)];
        expect(shares[durations.indexOf(longest)]).toBeGreaterThanOrEqual(shares[durations.indexOf(shortest)] ?? 0);
      }),
    );
  });
});

it("tells the first completion and the time it took, when both ends are known", () => {
  expect(firstCompletion(null, null)).toBeNull();
  expect(firstCompletion("2026-11-01T01:00:00.000000Z", null)).toEqual({ atMs: START + 3_600_000, tookMs: null });
  expect(firstCompletion("2026-11-01T01:00:00.000000Z", "2026-11-01T00:00:00.000000Z")?.tookMs).toBe(3_600_000);
});
