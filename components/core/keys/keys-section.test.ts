import { expect, it } from "vitest";
import type { ListedKey } from "#lib/core/contract/keys/keys.ts";
import { deletionObstacle, isOld } from "./keys-section.tsx";

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

it("a key is the last one only if no unreadable entry may be another", () => {
  const key = { id: "ak_1", current: false, rotating: false, replacing: false } as ListedKey;
  const unreadable = { count: 1, first: "api_keys[1]: expected an object" };
  expect(deletionObstacle(key, { items: [key], unreadable: null, current_known: true })).toBe("last");
  expect(deletionObstacle(key, { items: [key], unreadable, current_known: true })).toBeNull();
});
