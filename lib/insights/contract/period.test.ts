import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { GROUPS, MAX_PERIOD_DAYS, MAX_POINTS } from "#lib/insights/contract/insights.ts";
import { periodOf } from "#lib/platform/contract/figure.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";
import { daysBetween, daysOf, groupOf, pointsOf, previousDays } from "./period.ts";

const day = fc.integer({ min: 0, max: 4_000 }).map((days) => dayAfter("2020-02-29", days));
const days = fc.tuple(day, day).map((both) => daysOf({ from: both[0], to: both[1] }, "2026-11-26"));

test.each([
  ["a month", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
  ["a quarter", "2026-07-01", "2026-09-30", "2026-04-01", "2026-06-30"],
  ["a leap February", "2024-03-01", "2024-03-31", "2024-02-01", "2024-02-29"],
  ["thirty days", "2026-10-28", "2026-11-26", "2026-09-28", "2026-10-27"],
  ["a day", "2026-01-01", "2026-01-01", "2025-12-31", "2025-12-31"],
])("the period before %s", (_, from, to, start, end) => {
  expect(previousDays(from, to)).toEqual({ from: start, to: end });
});

describe("a day of a period", () => {
  it("begins at midnight in Mexico City, without daylight saving", () => {
    const { since, until } = periodOf("2026-06-01", "2026-06-30", "America/Mexico_City");
    expect([since, until]).toEqual(["2026-06-01T06:00:00.000000Z", "2026-07-01T06:00:00.000000Z"]);
  });

  it("has 23 hours in Tijuana when the clocks go forward", () => {
    const { since, until } = periodOf("2026-03-08", "2026-03-08", "America/Tijuana");
    expect(Date.parse(until) - Date.parse(since)).toBe(23 * 3_600_000);
  });
});

it("the days are in order, at most two years, and end at the requested end", () => {
  fc.assert(
    fc.property(days, ({ from, to }) => {
      expect(daysBetween(from, to)).toBeGreaterThanOrEqual(1);
      expect(daysBetween(from, to)).toBeLessThanOrEqual(MAX_PERIOD_DAYS);
    }),
  );
  expect(daysOf({ from: null, to: null }, "2026-11-26")).toEqual({ from: "2026-10-28", to: "2026-11-26" });
  expect(daysOf({ from: "2026-11-26", to: "2026-11-01" }, "2026-11-26")).toEqual({
    from: "2026-11-01",
    to: "2026-11-26",
  });
  expect(daysOf({ from: "2001-01-01", to: null }, "2026-11-26").from).toBe("2024-11-25");
});

it("the points of a series are few, begin with the period, and ascend within it", () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...GROUPS, null), (period, asked) => {
      const points = pointsOf(period, groupOf(asked, period));
      // A cut week or month at the beginning is one point more.
      expect(points.length).toBeLessThanOrEqual(MAX_POINTS + 2);
      expect(points[0]).toBe(period.from);
      expect(points).toEqual([...new Set(points)].toSorted());
      expect((points.at(-1) ?? "") <= period.to).toBe(true);
    }),
  );
});

it("a period and its previous one share no day and leave no day out", () => {
  fc.assert(
    fc.property(days, (period) => {
      const before = previousDays(period.from, period.to);
      expect(dayAfter(before.to, 1)).toBe(period.from);
      expect(before.from <= before.to).toBe(true);
    }),
  );
});
