import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfSecond, instantFromMs, instantToMs, parseInstant } from "./time.ts";

describe("parseInstant", () => {
  it.each([
    ["2026-11-20T12:00:00Z", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20T12:00:00.123456789Z", "2026-11-20T12:00:00.123456Z"],
    ["2026-11-20T12:00:00.5+00:00", "2026-11-20T12:00:00.500000Z"],
    ["2026-11-20T06:00:00-06:00", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20 12:00:00.25+00", "2026-11-20T12:00:00.250000Z"],
    ["2026-11-20T12:00", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20", "2026-11-20T00:00:00.000000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"],
  ])("reads %s", (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    "",
    "yesterday",
    "1763640000",
    "2026-02-30T00:00:00Z",
    "2026-13-01",
    "2026-11-20T24:00:00Z",
    "2026-11-20T12:60:00Z",
    "2026-11-20T12:00:00+25:00",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    " 2026-11-20",
  ])("refuses %j", (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it("orders as time does, whatever the offset and precision", () => {
    const ms = fc.integer({ min: -6e13, max: 2.5e14 });
    fc.assert(
      fc.property(ms, ms, (a, b) => {
        const first = parseInstant(new Date(a).toISOString()) ?? "";
        const second = parseInstant(new Date(b).toISOString()) ?? "";
        expect(Math.sign(a - b)).toBe(first < second ? -1 : first > second ? 1 : 0);
        expect(instantToMs(first)).toBe(a);
        expect(instantFromMs(a)).toBe(first);
      }),
    );
  });
});

it("ends a second at its last microsecond", () => {
  expect(endOfSecond(1_763_640_000)).toBe("2025-11-20T12:00:00.999999Z");
});
