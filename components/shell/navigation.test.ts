import { expect, test } from "vitest";
import { destinationAt } from "./navigation.ts";

test.each([
  ["/", "overview"],
  ["/verifications", "verifications"],
  ["/verifications/EXP-1", "verifications"],
  ["/verifications-old", undefined],
  ["/nowhere", undefined],
])("%s belongs to %s", (path, key) => {
  expect(destinationAt(path)?.key).toBe(key);
});
