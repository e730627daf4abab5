import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayFrom, dayUntil, endOfDay, startOfDay } from "./day-range.tsx";

describe("a day in the reader's zone", () => {
  it.each([
    ["2026-11-20", "America/Mexico_City", "2026-11-20T06:00Z", "2026-11-21T06:00Z"],
    ["2026-11-20", "UTC", "2026-11-20T00:00Z", "2026-11-21T00:00Z"],
    ["2026-12-31", "Asia/Kolkata", "2026-12-30T18:30Z", "2026-12-31T18:30Z"],
    // Days of 23 and 25 hours: the clocks changed by an hour at 2:00.
    ["2026-03-08", "America/Tijuana", "2026-03-08T08:00Z", "2026-03-09T07:00Z"],
    ["2026-11-01", "America/Tijuana", "2026-11-01T07:00Z", "2026-11-02T08:00Z"],
    // A day without midnight: the clocks went from 23:59 to 1:00.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00Z", "2018-11-05T02:00Z"],
    // A day with midnight twice.
    ["2026-11-01", "America/Havana", "2026-11-01T04:00Z", "2026-11-02T05:00Z"],
  ])("%s in %s is from %s to %s", (day, zone, from, to) => {
    expect(startOfDay(day, zone)).toBe(from);
    expect(endOfDay(day, zone)).toBe(to);
  });

  it.each(["", "today", "2026-13-45x"])("'%s' is none", (text) => {
    expect(startOfDay(text, "UTC")).toBeNull();
    expect(endOfDay(text, "UTC")).toBeNull();
  });

  const zones = [
    "America/Mexico_City",
    "America/Tijuana",
    "America/Sao_Paulo",
    "Europe/Madrid",
    "Asia/Kathmandu",
    "UTC",
  ];
  const days = fc
    .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  it("is found again in its own address", () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        expect(dayFrom(startOfDay(day, zone) ?? "", zone)).toBe(day);
        expect(dayUntil(endOfDay(day, zone) ?? "", zone)).toBe(day);
      }),
    );
  });

  it("is not made from another instant", () => {
    expect(dayFrom("2026-11-20T06:01Z", "America/Mexico_City")).toBeNull();
    expect(dayUntil("2026-11-20T05:59Z", "America/Mexico_City")).toBeNull();
    expect(dayFrom("2026-11-20T06:00Z", "Europe/Madrid")).toBeNull();
    expect(dayFrom("nonsense", "UTC")).toBeNull();
  });
});
