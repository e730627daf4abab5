import { expect, it } from "vitest";
import { offsetsOf } from "./collect.ts";

const between = (zone: string, from: string, to: string) => offsetsOf(zone, Date.parse(from), Date.parse(to));

it("has each change of a zone to the minute", () => {
  expect(between("America/Mexico_City", "2022-01-01T00:00:00Z", "2027-01-01T00:00:00Z")).toEqual([
    ["2022-01-01T00:00:00.000Z", -360],
    ["2022-04-03T08:00:00.000Z", -300],
    ["2022-10-30T07:00:00.000Z", -360],
  ]);
});

it("has one offset for a zone that does not change", () => {
  expect(between("America/Hermosillo", "2026-11-24T18:03:11.5Z", "2026-11-24T18:03:12Z")).toEqual([
    ["2026-11-24T18:03:00.000Z", -420],
  ]);
});
