import { expect, test } from "vitest";
import { fridayEvening, yesterday } from "./since-times.ts";

const ZONE = "America/Mexico_City";

test.each([
  // Monday morning, and Friday before and after the hour.
  ["2026-11-23T15:00:00Z", "2026-11-22T06:00:00.000Z", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T23:59:00Z", "2026-11-19T06:00:00.000Z", "2026-11-14T00:00:00.000Z"],
  ["2026-11-21T00:00:00Z", "2026-11-19T06:00:00.000Z", "2026-11-21T00:00:00.000Z"],
])("at %s yesterday began at %s, and the week ended at %s", (now, began, ended) => {
  expect([yesterday(Date.parse(now), ZONE), fridayEvening(Date.parse(now), ZONE)]).toEqual([began, ended]);
});
