import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holidaysOf, initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { addMs, type Instant, instantFromMs, parseInstant } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { examples } from "#tools/test/effort.ts";
import { ANSWER_DAYS, deadlineAfter, EXECUTION_DAYS, workingDaysLeft } from "./working-days.ts";

const at = (text: string): Instant => parseInstant(text) ?? expect.unreachable();
const MEXICO = initialPolicy(at("2026-01-01")).working;
const TIJUANA = { ...MEXICO, time_zone: "America/Tijuana" };

describe("the last day of a period", () => {
  it.each([
    ["20 days from a Monday", MEXICO, "2026-06-01T10:00-06:00", ANSWER_DAYS, "2026-06-29"],
    ["15 days from a Monday", MEXICO, "2026-06-01T10:00-06:00", EXECUTION_DAYS, "2026-06-22"],
    ["over Christmas and New Year", MEXICO, "2026-12-14T10:00-06:00", ANSWER_DAYS, "2027-01-13"],
    ["over the Monday of November", MEXICO, "2026-11-12T10:00-06:00", EXECUTION_DAYS, "2026-12-04"],
    ["received on a Saturday", MEXICO, "2026-06-06T10:00-06:00", ANSWER_DAYS, "2026-07-03"],
    ["received on a holiday", MEXICO, "2026-09-16T10:00-06:00", 1, "2026-09-17"],
    // 04:30 of 2 June in UTC.
    ["received in an evening in Tijuana", TIJUANA, "2026-06-01T21:30-07:00", ANSWER_DAYS, "2026-06-29"],
    ["the same moment in Mexico City", MEXICO, "2026-06-01T21:30-07:00", ANSWER_DAYS, "2026-06-29"],
    [
      "at midnight in Tijuana, the next day in Mexico City",
      MEXICO,
      "2026-06-01T23:30-07:00",
      ANSWER_DAYS,
      "2026-06-30",
    ],
  ])("%s", (_what, working, begun, days, due_on) => {
    expect(deadlineAfter(at(begun), days, working).due_on).toBe(due_on);
  });

  it("ends with the day in the zone, also where clocks change", () => {
    expect(deadlineAfter(at("2026-06-01T21:30-07:00"), ANSWER_DAYS, TIJUANA).due_at).toBe(
      addMs(at("2026-06-30T00:00-07:00"), -1),
    );
    // Tijuana leaves summer time on 1 November 2026, a Sunday.
    const sundays = { ...TIJUANA, days: [7] };
    expect(deadlineAfter(at("2026-10-31T12:00-07:00"), 1, sundays)).toEqual({
      due_on: "2026-11-01",
      due_at: addMs(at("2026-11-02T00:00-08:00"), -1),
    });
  });

  it("is refused without a working day", () => {
    expect(() => deadlineAfter(at("2026-06-01"), ANSWER_DAYS, { ...MEXICO, days: [] })).toThrow(RangeError);
  });
});

const zones = fc.constantFrom("America/Mexico_City", "America/Tijuana", "America/Cancun", "America/Hermosillo", "UTC");
const moments = fc
  .integer({ min: Date.parse("2025-01-01"), max: Date.parse("2034-12-31") })
  .map((ms) => instantFromMs(ms));
const workings = fc.record({
  time_zone: zones,
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  holidays: fc
    .uniqueArray(fc.integer({ min: 2025, max: 2036 }))
    .map((years) => years.flatMap((year) => holidaysOf("cnbv", year))),
});
const periods = fc.integer({ min: 1, max: 30 });

/** Independent of the clock: the dates of a zone by the platform's calendar, one after the other. */
function workingDates(begun: Instant, until: Instant, { time_zone, days, holidays }: typeof MEXICO): string[] {
  const inZone = new Intl.DateTimeFormat("en-CA", { timeZone: time_zone, dateStyle: "short" });
  const weekday = new Intl.DateTimeFormat("en", { timeZone: time_zone, weekday: "short" });
  const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  const first = inZone.format(new Date(begun));
  const dates = new Map<string, number>();
  for (let ms = Date.parse(begun); ms <= Date.parse(until); ms += 6 * 3_600_000) {
    dates.set(inZone.format(ms), names.indexOf(weekday.format(ms)) + 1);
  }
  dates.set(inZone.format(new Date(until)), names.indexOf(weekday.format(new Date(until))) + 1);
  return [...dates]
    .filter(([date, day]) => date > first && days.includes(day) && !holidays.includes(date))
    .map(([date]) => date);
}

describe("for every policy, zone and moment", () => {
  it("a period has exactly its working days after the day on which it begins, and ends on the last one", () => {
    fc.assert(
      fc.property(moments, periods, workings, (begun, days, own) => {
        const working = { ...MEXICO, ...own };
        const { due_on, due_at } = deadlineAfter(begun, days, working);
        const dates = workingDates(begun, due_at, working);
        expect(dates).toHaveLength(days);
        expect(dates.at(-1)).toBe(due_on);
        expect(dateIn(due_at, working.time_zone)).toBe(due_on);
        expect(dateIn(addMs(due_at, 1), working.time_zone) > due_on).toBe(true);
      }),
      { numRuns: examples(60) },
    );
  });

  it("any moment of the same day in the zone has the same deadline", () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 86_399_999 }), periods, workings, (begun, later, days, own) => {
        const working = { ...MEXICO, ...own };
        const other = addMs(begun, later);
        fc.pre(dateIn(begun, working.time_zone) === dateIn(other, working.time_zone));
        expect(deadlineAfter(other, days, working)).toEqual(deadlineAfter(begun, days, working));
      }),
      { numRuns: examples(60) },
    );
  });

  it("an extension doubles a period, and counts on from the end of the first one", () => {
    fc.assert(
      fc.property(moments, periods, workings, (begun, days, own) => {
        const working = { ...MEXICO, ...own };
        const { due_at } = deadlineAfter(begun, days, working);
        expect(deadlineAfter(begun, days, working, true)).toEqual(deadlineAfter(due_at, days, working));
      }),
      { numRuns: examples(60) },
    );
  });

  it("as many working days are left at the beginning as the period has, none on the last day, fewer than none after it", () => {
    fc.assert(
      fc.property(moments, periods, workings, (begun, days, own) => {
        const working = { ...MEXICO, ...own };
        const { due_on, due_at } = deadlineAfter(begun, days, working);
        expect(workingDaysLeft(begun, due_on, working)).toBe(days);
        expect(workingDaysLeft(due_at, due_on, working)).toBe(0);
        const late = deadlineAfter(due_at, days, working).due_at;
        expect(workingDaysLeft(late, due_on, working)).toBe(-days);
      }),
      { numRuns: examples(60) },
    );
  });
});
