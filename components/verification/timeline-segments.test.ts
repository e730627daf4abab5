import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOCUMENTS_STATUSES, type TimelineEntry } from "#lib/contract/verifications/verification.ts";
import { drawToScale, firstCompletion, leastShare, timelineSegments } from "./timeline-segments.ts";

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

  it("gives the time to the first completion, when both ends are known", () => {
    expect(firstCompletion(null, CREATED, [])).toBeNull();
    expect(firstCompletion(COMPLETED, null, [])).toEqual({ tookMs: null, atMost: false });
    expect(firstCompletion(COMPLETED, CREATED, [])).toEqual({ tookMs: 3_600_000, atMost: false });
  });

  it("knows only an upper bound where an event is missing until then, or the completion's own time was not read", () => {
    const at = (atMost: string, gap: boolean, at_text: string | null = null) =>
      firstCompletion(COMPLETED, CREATED, [{ at: atMost, at_text, gap }])?.atMost;
    expect(at(COMPLETED, false, "soon")).toBe(true);
    expect(at(CREATED, false, "soon")).toBe(false);
    expect(at(COMPLETED, true)).toBe(true);
    expect(at(COMPLETED, false)).toBe(false);
    expect(at("2026-11-01T01:00:00.000001Z", true)).toBe(false);
  });
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONTHS = 90 * DAY;

const durations = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 60 * MINUTE }), fc.integer({ min: 0, max: 400 * DAY }), fc.constant(0)),
  { minLength: 1, maxLength: 60 },
);

it("draws seven minutes beside three months so that both can be read, and breaks the longer one", () => {
  const drawn = drawToScale([7 * MINUTE, 21 * MINUTE, MONTHS, 30 * MINUTE], false);
  expect(drawn.map(({ fit }) => fit)).toEqual(["widened", "scaled", "shortened", "scaled"]);
  for (const { share } of drawn) expect(share).toBeGreaterThanOrEqual(0.11);
  expect((drawn[3]?.share ?? 0) / (drawn[1]?.share ?? 0)).toBeCloseTo(30 / 21, 9);
});

it("draws months beside months to scale, and minutes beside minutes", () => {
  for (const unit of [MINUTE, DAY]) {
    const drawn = drawToScale([10 * unit, 30 * unit, 20 * unit], false);
    expect(drawn.map(({ fit }) => fit)).toEqual(["scaled", "scaled", "scaled"]);
    expect(drawn.map(({ share }) => share.toFixed(6))).toEqual(["0.166667", "0.500000", "0.333333"]);
  }
});

it("draws a stay that goes on no longer than all before it together, and marks it", () => {
  expect(drawToScale([10, 30], true).map(({ share, fit }) => [share.toFixed(2), fit])).toEqual([
    ["0.50", "scaled"],
    ["0.50", "shortened"],
  ]);
  expect(drawToScale([10, 10], true)[1]).toEqual({ share: 0.5, fit: "scaled" });
  expect(drawToScale([9], true)).toEqual([{ share: 1, fit: "scaled" }]);
});

it("fills the width exactly and keeps every segment legible", () => {
  fc.assert(
    fc.property(durations, fc.boolean(), (lengths, open) => {
      const drawn = drawToScale(lengths, open);
      expect(drawn.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      for (const { share } of drawn) expect(share).toBeGreaterThanOrEqual(leastShare(lengths.length) - 1e-9);
    }),
  );
});

it("never draws a longer stay narrower than a shorter one", () => {
  fc.assert(
    fc.property(durations, (lengths) => {
      const drawn = drawToScale(lengths, false);
      const order = lengths.map((_, index) => index).toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
      for (const [place, index] of order.entries()) {
        const shorter = order[place - 1];
        if (shorter === undefined) continue;
        expect(drawn[index]?.share ?? 0).toBeGreaterThanOrEqual((drawn[shorter]?.share ?? 0) - 1e-9);
      }
    }),
  );
});

it("has one scale for all that is not marked", () => {
  fc.assert(
    fc.property(durations, fc.boolean(), (lengths, open) => {
      const scaled = drawToScale(lengths, open).flatMap(({ share, fit }, index) =>
        fit === "scaled" && lengths.length > 1 ? [share / (lengths[index] ?? 0)] : [],
      );
      for (const scale of scaled) expect(scale / (scaled[0] ?? 1)).toBeCloseTo(1, 6);
    }),
  );
});
