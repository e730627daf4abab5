import { expect, it } from "vitest";
import { daysOfMonth, isMonth, monthAfter } from "./report.ts";

it.each([
  ["2026-12", 1, "2027-01"],
  ["2026-01", -1, "2025-12"],
  ["2026-03", -14, "2025-01"],
  ["2026-05", 0, "2026-05"],
])("%s and %d months is %s", (month, months, result) => expect(monthAfter(month, months)).toBe(result));

it.each([
  ["2026-02", "2026-02-28"],
  ["2028-02", "2028-02-29"],
  ["2026-12", "2026-12-31"],
])("%s ends on %s", (month, to) => expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to }));

it.each(["2026-1", "2026-13", "2026-00", "0000-01", "2026-10-01", " 2026-10", ""])("%j is no month", (text) =>
  expect(isMonth(text)).toBe(false),
);
