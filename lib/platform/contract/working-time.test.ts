import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holidaysOf, initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { dayAfter, type Instant, instantFromMs, instantToMs, parseInstant } from "#lib/platform/contract/time.ts";
import type { Working } from "#lib/platform/contract/working-time.ts";
import { examples } from "#tools/test/effort.ts";
import {
  addWorkingDays,
  addWorkingHours,
  addWorkingMs,
  dateIn,
  hoursText,
  startOfDay,
  workingMsBetween,
} from "./working-time.ts";

const at = (text: string): Instant => parseInstant(text) ?? expect.unreachable();
const MEXICO = initialPolicy(at("2026-01-01")).working;
const NIGHTS: Working = { ...MEXICO, from: "22:00", to: "06:00" };
const WHOLE_DAYS: Working = { ...MEXICO, from: "00:00", to: "00:00" };
const NEW_YORK: Working = { ...MEXICO, time_zone: "America/New_York", holidays: [] };

describe("addWorkingHours", () => {
  it.each([
    ["within a day", MEXICO, "2026-11-24T10:00-06:00", 3, "2026-11-24T13:00-06:00"],
    ["over a night", MEXICO, "2026-11-24T16:00-06:00", 3, "2026-11-25T10:00-06:00"],
    ["over a weekend", MEXICO, "2026-11-27T17:30-06:00", 16, "2026-12-01T15:30-06:00"],
    ["over a holiday", MEXICO, "2026-11-13T17:00-06:00", 2, "2026-11-17T10:00-06:00"],
    ["from before work", MEXICO, "2026-11-24T05:00-06:00", 1, "2026-11-24T10:00-06:00"],
    ["from a Sunday", MEXICO, "2026-11-22T12:00-06:00", 1, "2026-11-23T10:00-06:00"],
    ["to the close, not to the next opening", MEXICO, "2026-11-24T10:00-06:00", 8, "2026-11-24T18:00-06:00"],
    ["of no length, at work", MEXICO, "2026-11-24T10:00-06:00", 0, "2026-11-24T10:00-06:00"],
    ["of no length, at night", MEXICO, "2026-11-24T20:00-06:00", 0, "2026-11-25T09:00-06:00"],
    ["in a night", NIGHTS, "2026-11-24T23:00-06:00", 3, "2026-11-25T02:00-06:00"],
    ["in a night that began the day before", NIGHTS, "2026-11-25T02:00-06:00", 3, "2026-11-25T05:00-06:00"],
    ["over a day between nights", NIGHTS, "2026-11-24T23:00-06:00", 10, "2026-11-26T01:00-06:00"],
    ["in a night into a free day", NIGHTS, "2026-11-28T02:00-06:00", 4, "2026-11-28T06:00-06:00"],
    ["over free nights", NIGHTS, "2026-11-28T02:00-06:00", 5, "2026-11-30T23:00-06:00"],
    ["from a free night", NIGHTS, "2026-11-29T02:00-06:00", 1, "2026-11-30T23:00-06:00"],
    ["round the clock", WHOLE_DAYS, "2026-11-24T10:00-06:00", 30, "2026-11-25T16:00-06:00"],
    ["round the clock, over a weekend", WHOLE_DAYS, "2026-11-27T23:00-06:00", 2, "2026-11-30T01:00-06:00"],
    // Mexico has no summer time since October 2022; before, April had it.
    ["in a former Mexican summer time", MEXICO, "2022-07-04T16:00Z", 1, "2022-07-04T17:00Z"],
    ["before work in a former Mexican summer time", MEXICO, "2022-07-04T13:00Z", 1, "2022-07-04T15:00Z"],
    ["before work in a Mexican summer since 2023", MEXICO, "2026-07-06T13:00Z", 1, "2026-07-06T16:00Z"],
    // New York: clocks go forward on 8 March 2026 and back on 1 November 2026, on Sundays.
    ["over a change of clocks", NEW_YORK, "2026-03-06T17:00-05:00", 2, "2026-03-09T10:00-04:00"],
    ["over the change back", NEW_YORK, "2026-10-30T17:00-04:00", 2, "2026-11-02T10:00-05:00"],
  ])("%s", (_what, working, from, hours, to) => {
    expect(addWorkingHours(at(from), hours, working)).toBe(at(to));
  });

  it("counts the hours that a day has when clocks change during work", () => {
    const nights = { ...NEW_YORK, days: [7], from: "00:00", to: "06:00" };
    expect(workingMsBetween(at("2026-03-08T00:00-05:00"), at("2026-03-09T00:00-04:00"), nights)).toBe(5 * 3_600_000);
    expect(workingMsBetween(at("2026-11-01T00:00-04:00"), at("2026-11-02T00:00-05:00"), nights)).toBe(7 * 3_600_000);
  });

  it("maps a skipped local time to the moment of the change and a repeated one to its first occurrence", () => {
    const early = { ...NEW_YORK, days: [7], from: "02:30", to: "06:00" };
    expect(addWorkingHours(at("2026-03-08T00:00-05:00"), 0, early)).toBe(at("2026-03-08T03:30-04:00"));
    const twice = { ...early, from: "01:30" };
    expect(addWorkingHours(at("2026-11-01T00:00-04:00"), 0, twice)).toBe(at("2026-11-01T01:30-04:00"));
  });

  it("refuses a policy that has no working time", () => {
    expect(() => addWorkingHours(at("2026-11-24"), 1, { ...MEXICO, days: [] })).toThrow(RangeError);
  });
});

it.each([
  ["2026-11-20T15:00-06:00", 1, MEXICO, "2026-11-23T15:00-06:00"],
  ["2026-11-20T20:00-06:00", 1, MEXICO, "2026-11-23T18:00-06:00"],
  ["2026-11-13T10:30-06:00", 5, MEXICO, "2026-11-23T10:30-06:00"],
  ["2026-11-20T23:00-06:00", 1, NIGHTS, "2026-11-23T23:00-06:00"],
  ["2026-11-20T15:00-06:00", 2, WHOLE_DAYS, "2026-11-24T15:00-06:00"],
])("working days from %s: %i later, %j, is %s", (from, days, working, to) => {
  expect(addWorkingDays(at(from), days, working)).toBe(at(to));
});

it.each([
  ["09:00", "18:00", "09:00–18:00"],
  ["22:00", "06:00", "22:00–06:00 (+1)"],
  ["16:00", "00:00", "16:00–24:00"],
  ["00:00", "00:00", "00:00–24:00"],
])("hours from %s to %s are shown as %s", (from, to, shown) => {
  expect(hoursText({ from, to })).toBe(shown);
});

it.each([
  ["2026-11-24T05:59Z", "America/Mexico_City", "2026-11-23"],
  ["2026-11-24T06:00Z", "America/Mexico_City", "2026-11-24"],
  ["2026-07-01T03:59Z", "America/New_York", "2026-06-30"],
])("%s in %s is on %s", (instant, zone, day) => {
  expect(dateIn(at(instant), zone)).toBe(day);
  expect(startOfDay(day, zone) <= at(instant)).toBe(true);
});

const formats = new Map<string, Intl.DateTimeFormat>();

function clockIn(instant: Instant, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  formats.set(timeZone, format);
  return format.format(instantToMs(instant));
}

/** Whether clock and date of the zone are within working hours, whose last moment counts if `closes`. */
function isWithin(instant: Instant, { from, to, days, holidays, time_zone }: Working, closes: boolean): boolean {
  const clock = clockIn(instant, time_zone);
  const today = dateIn(instant, time_zone);
  const works = (day: string) => days.includes(new Date(day).getUTCDay() || 7) && !holidays.includes(day);
  const [isOpen, isBeforeClose] = [clock >= from, closes ? clock <= to : clock < to];
  if (from < to) return works(today) && isOpen && isBeforeClose;
  return (works(today) && isOpen) || (works(dayAfter(today, -1)) && isBeforeClose);
}

describe("working time, over a year with changes of clocks and holidays", () => {
  const START = Date.parse("2026-01-01");
  const instant = fc.integer({ min: 0, max: 365 * 24 * 60 }).map((minute) => instantFromMs(START + minute * 60_000));
  const ms = fc.integer({ min: 0, max: 80 * 60 }).map((minutes) => minutes * 60_000);
  const working = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: fc.constantFrom("00:00", "02:30", "09:00", "22:00"),
    to: fc.constantFrom("14:15", "18:00", "23:59", "00:00", "06:00"),
    time_zone: fc.constantFrom("America/Mexico_City", "America/New_York", "America/Tijuana", "Australia/Lord_Howe"),
    holidays: fc.constantFrom([], holidaysOf("lft", 2026), holidaysOf("cnbv", 2026)),
  });
  const runs = { numRuns: examples(60) };

  it("adds up", () => {
    fc.assert(
      fc.property(instant, ms, ms, working, (since, first, second, policy) => {
        const once = addWorkingMs(since, first + second, policy);
        expect(addWorkingMs(addWorkingMs(since, first, policy), second, policy)).toBe(once);
        expect(workingMsBetween(since, once, policy)).toBe(first + second);
      }),
      runs,
    );
  });

  it("keeps the order of instants and of lengths", () => {
    fc.assert(
      fc.property(instant, instant, ms, ms, working, (a, b, short, more, policy) => {
        const [first, last] = a < b ? [a, b] : [b, a];
        expect(addWorkingMs(first, short, policy) <= addWorkingMs(last, short, policy)).toBe(true);
        expect(addWorkingMs(a, short, policy) <= addWorkingMs(a, short + more, policy)).toBe(true);
      }),
      runs,
    );
  });

  it("is all the time that clocks show as working hours", () => {
    // No clock skips or repeats one of these times.
    const plain = working.filter(({ from, time_zone }) => from !== "02:30" && time_zone !== "Australia/Lord_Howe");
    const STEP_MS = 60_000 * 15;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 365 * 96 }),
        fc.integer({ min: 0, max: 200 }),
        plain,
        (begin, steps, policy) => {
          const hours = policy.to === "23:59" ? { ...policy, to: "23:45" } : policy;
          const instants = Array.from({ length: steps + 1 }, (_, step) =>
            instantFromMs(START + (begin + step) * STEP_MS),
          );
          const worked = instants.slice(0, -1).filter((instant) => isWithin(instant, hours, false)).length;
          expect(workingMsBetween(instants[0] ?? "", instants.at(-1) ?? "", hours)).toBe(worked * STEP_MS);
        },
      ),
      runs,
    );
  });

  it("never ends outside working hours", () => {
    fc.assert(
      fc.property(instant, ms, working, (since, length, policy) => {
        const end = addWorkingMs(since, length, policy);
        expect(isWithin(end, policy, true)).toBe(true);
        expect(end >= since).toBe(true);
      }),
      runs,
    );
  });
});
