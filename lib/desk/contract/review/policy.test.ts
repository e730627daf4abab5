import { expect, it } from "vitest";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { DEFAULT_CATALOGUE, holidaysOf, initialPolicy } from "./policy.ts";

it("has the holidays of the labour law", () => {
  expect(holidaysOf("lft", 2026)).toEqual([
    "2026-01-01",
    "2026-02-02",
    "2026-03-16",
    "2026-05-01",
    "2026-09-16",
    "2026-11-16",
    "2026-12-25",
  ]);
  expect([2024, 2025, 2030].map((year) => holidaysOf("lft", year).includes(`${year}-10-01`))).toEqual([
    true,
    false,
    true,
  ]);
});

it("has the holidays of the CNBV for institutions", () => {
  expect(holidaysOf("cnbv", 2026)).toEqual([
    "2026-01-01",
    "2026-02-02",
    "2026-03-16",
    "2026-04-02",
    "2026-04-03",
    "2026-05-01",
    "2026-09-16",
    "2026-11-02",
    "2026-11-16",
    "2026-12-12",
    "2026-12-25",
  ]);
});

it.each([
  [2024, "2024-03-29"],
  [2025, "2025-04-18"],
  [2027, "2027-03-26"],
  [2028, "2028-04-14"],
  [2038, "2038-04-23"],
])("Good Friday of %i is %s", (year, day) => {
  expect(holidaysOf("cnbv", year)).toContain(day);
});

it("starts with the defaults of issue 27", () => {
  const policy = initialPolicy("2026-11-23T12:00:00.000000Z");
  expect(policy).toMatchObject({ approval: "never", due_hours: 16, stalled_days: 5, kept_years: 10 });
  expect(policy.working).toMatchObject({
    days: [1, 2, 3, 4, 5],
    from: "09:00",
    to: "18:00",
    time_zone: "America/Mexico_City",
  });
  expect(policy.working.holidays).toContain("2035-12-25");
});

it("has thirteen reasons, each with its own code, for accepting, rejecting and closing", () => {
  expect(new Set(DEFAULT_CATALOGUE.map(({ code }) => code)).size).toBe(13);
  for (const resolution of RESOLUTIONS) {
    expect(DEFAULT_CATALOGUE.filter((entry) => entry.for.includes(resolution)).length).toBeGreaterThan(2);
  }
});
