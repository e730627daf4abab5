import { expect, it } from "vitest";
import { fieldHolding } from "./place.ts";

it("finds the field that a value was taken from, a text or a number, beside fields that have no text", () => {
  const entry = JSON.parse('{ "odd": { "toString": null, "valueOf": null }, "id": 7, "name": "Backend" }');
  expect(fieldHolding(entry, "7", {})).toBe("`id`");
  expect(fieldHolding(entry, "Backend", {})).toBe("`name`");
  expect(fieldHolding(entry, "Backend", { name: "Backend" })).toBe("not told");
});
