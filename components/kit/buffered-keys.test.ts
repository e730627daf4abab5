import fc from "fast-check";
import { expect, it } from "vitest";
import { type BufferedKeys, bufferFrom, bufferKey, type PressedKey, textOf } from "./buffered-keys.ts";

const key = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  altGraph: false,
  ...more,
});

/** The buffer after these keys; null if a key has cancelled it. */
const after = (held: BufferedKeys, ...keys: PressedKey[]): BufferedKeys | null =>
  keys.reduce<BufferedKeys | null>((before, next) => {
    const result = before && bufferKey(before, next);
    return result === "passes" ? before : result;
  }, held);

const typed = (...names: string[]) => names.map((name) => key(name));

it("keeps every character in its order, whatever modifiers come between", () => {
  const character = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 });
  const modifier = fc.constantFrom("Shift", "CapsLock", "Dead", "AltGraph", "F5", "Process");
  fc.assert(
    fc.property(fc.array(fc.oneof(character, modifier), { maxLength: 400 }), (names) => {
      const held = after(bufferFrom("n"), ...typed(...names));
      expect(held?.keys).toEqual(["n", ...names.filter((name) => name.length === 1)]);
      expect(held?.sealed).toBe(false);
    }),
  );
});

it("keeps characters of AltGr and other keyboards", () => {
  const held = after(bufferFrom("n"), key("@", { ctrlKey: true, altKey: true, altGraph: true }), ...typed("ñ", "😀"));
  expect(held?.keys).toEqual(["n", "@", "ñ", "😀"]);
});

it.each(["Tab", "ArrowDown", "PageDown", "Delete"])(
  "keeps nothing typed after %s, which cannot be replayed",
  (name) => {
    expect(after(bufferFrom("r"), ...typed("1", name, "o", "Backspace", "Enter"))).toEqual({
      keys: ["r", "1"],
      sealed: true,
    });
  },
);

it("keeps nothing typed after a key that would send a form", () => {
  const held = after(bufferFrom("n"), key("a"), key("Enter", { ctrlKey: true }), key("r"));
  expect(held).toMatchObject({ keys: ["n", "a"], sealed: true });
});

it("leaves combinations to the browser", () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }])
    expect(bufferKey(bufferFrom("n"), key("r", more))).toBe("passes");
});

it.each([key("Escape"), key("j", { altKey: true })])("is cancelled by %j", (given) => {
  expect(bufferKey(bufferFrom("n", "o"), given)).toBeNull();
});

it("removes characters, and all of them with the shortcut", () => {
  expect(after(bufferFrom("n"), ...typed("o", "Backspace"))?.keys).toEqual(["n"]);
  expect(after(bufferFrom("n"), ...typed("Backspace"))).toBeNull();
});

it("is bounded", () => {
  const held = after(bufferFrom("n"), ...Array<PressedKey>(2_000).fill(key("x")));
  expect(held).toMatchObject({ sealed: true });
  expect(held?.keys).toHaveLength(500);
});

it("keeps lines for a field with lines, and ends at Enter in any other", () => {
  const keys = ["a", "\n", "b"];
  expect(textOf(keys, true)).toBe("a\nb");
  expect(textOf(keys, false)).toBe("a");
});
