import { expect, it } from "vitest";
import { LOCKS } from "./advisory-lock.ts";

it("each advisory lock has its own key", () => {
  const keys = Object.values(LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});
