import fc from "fast-check";
import { expect, it } from "vitest";
import { withKeys } from "./with-keys.ts";

const entry = fc.record({ at: fc.constantFrom("1", "2", "3"), note: fc.constantFrom(null, "a", '"]1') });
const keysOf = (items: { at: string; note: string | null }[]) =>
  withKeys(items, (item) => [item.at, item.note]).map(({ key }) => key);

it("gives every entry a key of its own and keeps the order", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (items) => {
      expect(new Set(keysOf(items)).size).toBe(items.length);
      expect(withKeys(items, (item) => [item.at]).map(({ item }) => item)).toEqual(items);
    }),
  );
});

it("keeps an entry's key when another one is inserted before it", () => {
  const [known] = keysOf([{ at: "2", note: null }]);
  expect(
    keysOf([
      { at: "1", note: null },
      { at: "2", note: null },
    ])[1],
  ).toBe(known);
});
