import { describe, expect, it } from "vitest";
import { isPageKey } from "./page-keys.ts";

const key = (more: object = {}) => ({
  key: "j",
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  target: { closest: () => null },
  ...more,
});

describe("a shortcut of the page", () => {
  it.each([{}, { key: "?" }, { key: "j", altKey: true }, { key: "Enter" }, { target: null }])("is %j", (more) => {
    expect(isPageKey(key(more), true)).toBe(true);
  });

  it.each([
    ["with Ctrl, as AltGr sends it", { ctrlKey: true, altKey: true }],
    ["with the system's key", { metaKey: true }],
    ["that something else has used", { defaultPrevented: true }],
    ["while one is typing", { target: { closest: () => ({}) } }],
  ])("is none %s", (_, more) => {
    expect(isPageKey(key(more), true)).toBe(false);
  });

  it("is any key but single characters for users without single-key shortcuts", () => {
    const counts = ["j", "/", "?", "Enter", "Escape"].filter((name) => isPageKey(key({ key: name }), false));
    expect(counts).toEqual(["Enter", "Escape"]);
    expect(isPageKey(key({ altKey: true }), false)).toBe(true);
  });
});
