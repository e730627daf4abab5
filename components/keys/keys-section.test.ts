import { expect, it } from "vitest";
import { isOld } from "./keys-section.tsx";

const NOW = new Date("2026-11-21T12:00:00Z");

it.each([
  ["2026-08-23T12:00:00Z", true],
  ["2026-08-23T12:00:01Z", false],
  ["2027-01-01T00:00:00Z", false],
  [null, false],
  ["yesterday", false],
])("created %s: %s", (createdAt, old) => {
  expect(isOld(createdAt, NOW)).toBe(old);
});
