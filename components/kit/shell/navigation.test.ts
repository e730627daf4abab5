import { expect, test } from "vitest";
import { destinationAt, destinationsOf, groupsOf } from "./navigation.tsx";

test.each([
  ["/", "overview"],
  ["/verifications", "verifications"],
  ["/verifications/EXP-1", "verifications"],
  ["/verifications/EXP-1/people/7", "verifications"],
  ["/review", "review"],
  ["/people", "people"],
  ["/webhooks/new", "webhooks"],
  ["/new-webhook", "webhooks"],
  ["/imports/statements", "verifications"],
  ["/verifications-old", undefined],
  ["/nowhere", undefined],
])("%s belongs to %s", (path, key) => {
  expect(destinationAt(path)?.key).toBe(key);
});

test.each([
  ["admin", true, true],
  ["compliance", true, true],
  ["support", true, false],
  ["auditor", true, false],
  ["admin", false, false],
] as const)("%s, with the embedded service %s, sees its page: %s", (role, sandbox, seen) => {
  expect(destinationsOf(role, sandbox).some(({ key }) => key === "sandbox")).toBe(seen);
});

test.each([
  ["admin", true],
  ["compliance", false],
  ["support", false],
] as const)("%s sees the API keys, the webhooks and the settings: %s", (role, seen) => {
  const keys = destinationsOf(role, false).map(({ key }) => key);
  expect(["keys", "webhooks", "settings"].map((key) => keys.some((listed) => listed === key))).toEqual([
    seen,
    seen,
    seen,
  ]);
});

test.each([
  ["admin", ["insights", "privacy", "deliveries"]],
  ["compliance", ["insights", "privacy"]],
  ["auditor", ["insights"]],
  ["support", []],
] as const)("%s sees, of insights, ARCO requests and deliveries: %s", (role, seen) => {
  const keys = destinationsOf(role, false).map(({ key }) => key);
  expect(keys.filter((key) => ["insights", "privacy", "deliveries"].includes(key))).toEqual(seen);
});

test.each([
  ["admin", ["work", "team", "connection", "administration"]],
  ["compliance", ["work", "team"]],
  ["support", ["work", "team"]],
  ["auditor", ["work", "team", "administration"]],
] as const)("%s sees only groups with pages: %s", (role, groups) => {
  expect(groupsOf(role, false).map(({ key }) => key)).toEqual(groups);
});

test("each page has a letter of its own", () => {
  const letters = destinationsOf("admin", true).map(({ letter }) => letter);
  expect(letters).not.toContain(undefined);
  expect(new Set(letters).size).toBe(letters.length);
});
