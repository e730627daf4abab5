import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMs, endOfSecond, instantFromMs, instantToMs, isTimeZone, parseInstant } from "./time.ts";

describe("parseInstant", () => {
  it.each([
    ["2026-11-20T12:00:00Z", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20T12:00:00.123456789Z", "2026-11-20T12:00:00.123456Z"],
    ["2026-11-20T12:00:00.5+00:00", "2026-11-20T12:00:00.500000Z"],
    ["2026-11-20T06:00:00-06:00", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20 12:00:00.25+00", "2026-11-20T12:00:00.250000Z"],
    ["2026-11-20T12:00", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20", "2026-11-20T00:00:00.000000Z"],
    ["20261120", "2026-11-20T00:00:00.000000Z"],
    ["20261120T121500Z", "2026-11-20T12:15:00.000000Z"],
    ["20261120T121500,5-0600", "2026-11-20T18:15:00.500000Z"],
    ["2026-11-20T12:15:00+0530", "2026-11-20T06:45:00.000000Z"],
    ["2026-11-20T12:15:00\u221206:00", "2026-11-20T18:15:00.000000Z"],
    ["2026-11-20t12z", "2026-11-20T12:00:00.000000Z"],
    ["2026-11-20T24:00:00.000Z", "2026-11-21T00:00:00.000000Z"],
    ["2026-12-31T24:00-06:00", "2027-01-01T06:00:00.000000Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999999Z"],
    ["20161231T175960,25-0600", "2016-12-31T23:59:59.999999Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"],
  ])("reads %s", (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    "",
    "yesterday",
    "1763640000",
    "20261120121500",
    "2026-326",
    "2026-11",
    "2026-02-30T00:00:00Z",
    "2026-13-01",
    "2026-11-20T24:00:00.1Z",
    "2026-11-20T24:01:00Z",
    "2026-11-20T25:00:00Z",
    "2026-11-20T12:00:61Z",
    "2026-11-20T12:00:00,Z",
    "9999-12-31T24:00:00Z",
    "2026-11-20T12:60:00Z",
    "2026-11-20T12:00:00+25:00",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    " 2026-11-20",
  ])("refuses %j", (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  const pad = (value: number) => String(value).padStart(2, "0");
  const style = fc.record({
    dash: fc.constantFrom("-", ""),
    colon: fc.constantFrom(":", ""),
    separator: fc.constantFrom("T", "t", " "),
    sign: fc.constantFrom(".", ","),
    offset: fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
    digits: fc.stringMatching(/^\d{0,12}$/),
  });

  it("reads any instant in every ISO 8601 format for it", () => {
    const ms = fc.date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(ms, fc.nat({ max: 999_999 }), style, fc.boolean(), (date, micros, written, inUtc) => {
        const { dash, colon, separator, sign, offset, digits } = written;
        const at = Math.floor(date.getTime() / 1000) * 1000;
        const fraction = String(micros).padStart(6, "0");
        const local = new Date(inUtc ? at : at + offset * 60_000).toISOString();
        const day = local.slice(0, 10).replaceAll("-", dash);
        const clock = local.slice(11, 19).replaceAll(":", colon);
        const minutes = Math.abs(offset);
        const east = `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}${colon}${pad(minutes % 60)}`;
        const zone = inUtc ? (separator === "t" ? "z" : "Z") : east;
        expect(parseInstant(`${day}${separator}${clock}${sign}${fraction}${digits}${zone}`)).toBe(
          instantFromMs(at).replace("000000Z", `${fraction}Z`),
        );
      }),
    );
  });

  it("puts a leap second after the rest of its minute, and before the next minute", () => {
    const minute = fc.integer({ min: 0, max: 1e8 }).map((minutes) => minutes * 60_000);
    const fraction = fc.stringMatching(/^(\.\d{1,9})?$/);
    fc.assert(
      fc.property(minute, fraction, fc.nat({ max: 59_999 }), (start, part, within) => {
        const leap = parseInstant(new Date(start).toISOString().replace("00.000Z", `60${part}Z`)) ?? "";
        expect(leap > instantFromMs(start + within)).toBe(true);
        expect(leap < instantFromMs(start + 60_000)).toBe(true);
      }),
    );
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

it("adds milliseconds and keeps the microseconds", () => {
  expect(addMs("2026-12-31T23:59:59.999123Z", 2)).toBe("2027-01-01T00:00:00.001123Z");
  expect(addMs("2027-01-01T00:00:00.001123Z", -2)).toBe("2026-12-31T23:59:59.999123Z");
});

it.each([
  ["America/Mexico_City", true],
  ["Etc/GMT+5", true],
  ["UTC", true],
  ["+05", false],
  ["-0500", false],
  ["+05:30", false],
  ["America/Atlantis", false],
  ["", false],
])("%s is a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
