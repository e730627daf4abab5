import { describe, expect, test } from "vitest";
import { optionForKey } from "./option-keys.ts";

describe("the next option of a key", () => {
  test("arrows go to the next and the one before, from each end to the other", () => {
    expect(optionForKey("ArrowDown", 0, 3)).toBe(1);
    expect(optionForKey("ArrowDown", 2, 3)).toBe(0);
    expect(optionForKey("ArrowUp", 2, 3)).toBe(1);
    expect(optionForKey("ArrowUp", 0, 3)).toBe(2);
  });

  test("the first or the last one is next without a choice", () => {
    expect(optionForKey("ArrowDown", -1, 3)).toBe(0);
    expect(optionForKey("ArrowUp", -1, 3)).toBe(2);
  });

  test("other keys and empty lists have none", () => {
    for (const key of ["a", "Enter", "Escape", "Home", "Tab"]) expect(optionForKey(key, 0, 3)).toBeNull();
    expect(optionForKey("ArrowDown", -1, 0)).toBeNull();
  });
});
