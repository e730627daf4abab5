import { describe, expect, test } from "vitest";
import { optionForKey } from "./option-keys.ts";

describe("the next option of a key", () => {
  test("arrows go to the next and the previous option, and wrap around at both ends", () => {
    expect(optionForKey("ArrowDown", 0, 3)).toBe(1);
    expect(optionForKey("ArrowDown", 2, 3)).toBe(0);
    expect(optionForKey("ArrowUp", 2, 3)).toBe(1);
    expect(optionForKey("ArrowUp", 0, 3)).toBe(2);
  });

  test("without a choice, arrows go to the first or the last option", () => {
    expect(optionForKey("ArrowDown", -1, 3)).toBe(0);
    expect(optionForKey("ArrowUp", -1, 3)).toBe(2);
  });

  test("other keys and empty lists have no next option", () => {
    for (const key of ["a", "Enter", "Escape", "Home", "Tab"]) expect(optionForKey(key, 0, 3)).toBeNull();
    expect(optionForKey("ArrowDown", -1, 0)).toBeNull();
  });
});
