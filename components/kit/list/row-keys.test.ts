import { expect, it } from "vitest";
import { rowForKey } from "./row-keys.ts";

it.each([
  ["ArrowDown", 3, 4],
  ["j", 3, 4],
  ["ArrowUp", 3, 2],
  ["k", 3, 2],
  ["PageDown", 3, 8],
  ["PageUp", 3, 0],
  ["Home", 3, 0],
  ["End", 3, 9],
  ["k", 0, 0],
  ["j", 9, 9],
  ["PageDown", 7, 9],
])("%s in row %d of ten goes to row %d", (key, current, expected) => {
  expect(rowForKey(key, current, 10, 5)).toBe(expected);
});

it.each(["Enter", "Tab", "x", "J", "constructor"])("%s does not concern rows", (key) => {
  expect(rowForKey(key, 3, 10, 5)).toBeNull();
});

it("does nothing in an empty list", () => {
  expect(rowForKey("j", 0, 0, 5)).toBeNull();
});
