import { expect, it } from "vitest";
import { itemForKey } from "@/components/ui/dropdown-menu";

const ITEMS = ["System", " Claro", "Oscuro", "Único"];

it.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 0, 1],
  ["ArrowDown", 3, 0],
  ["ArrowUp", 0, 3],
  ["ArrowUp", -1, 3],
  ["ArrowUp", 2, 1],
  ["Home", 2, 0],
  ["End", 0, 3],
  ["c", 0, 1],
  ["C", 1, 1],
  ["u", 0, 3],
  ["s", 0, 0],
])("%s at item %d goes to item %d", (key, current, expected) => {
  expect(itemForKey(key, current, ITEMS)).toBe(expected);
});

it.each(["x", " ", "Enter", "Escape", "Tab"])("%s goes nowhere", (key) => {
  expect(itemForKey(key, 1, ITEMS)).toBeNull();
});

it("goes nowhere in a menu without items", () => {
  expect(itemForKey("ArrowDown", -1, [])).toBeNull();
});
