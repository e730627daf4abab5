import { expect, test } from "vitest";
import { neighbourOf } from "./use-queue.ts";

test.each([
  ["b", "c", "the one below"],
  ["c", "b", "at the end the one above"],
  ["gone", "a", "of one that is not there the first"],
])("after %s comes %s: %s", (id, next) => {
  expect(neighbourOf(["a", "b", "c"], id)).toBe(next);
});

test("no file follows the last one", () => {
  expect(neighbourOf(["a"], "a")).toBeNull();
  expect(neighbourOf([], "a")).toBeNull();
});
