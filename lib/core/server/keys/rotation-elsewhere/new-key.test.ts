import { expect, it } from "vitest";
import { labelAfter } from "./new-key.ts";

it.each([
  ["Backend", /^Backend-[0-9a-f]{8}$/],
  ["Backend-0123abcd", /^Backend-[0-9a-f]{8}$/],
  ["Órdenes, producción", /^Órdenes, producción-[0-9a-f]{8}$/],
  ["x".repeat(200), /^x{191}-[0-9a-f]{8}$/],
  // A name may end in the middle of a character of two code units.
  [`${"x".repeat(190)}😀`, /^x{190}-[0-9a-f]{8}$/],
])("the name after %j is unique and has at most 200 characters", (name, expected) => {
  const label = labelAfter(name);
  expect(label).toMatch(expected);
  expect(label.isWellFormed()).toBe(true);
  expect(labelAfter(name)).not.toBe(label);
});
