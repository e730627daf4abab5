import { expect, it } from "vitest";
import { fileName } from "./file-crumb.ts";

it.each([
  ["Comercializadora Sol", "ALTA-7", "Comercializadora Sol · ALTA-7"],
  ["ALTA-7", "ALTA-7", "ALTA-7"],
  [null, "ALTA-7", "ALTA-7"],
  ["Comercializadora Sol", null, "Comercializadora Sol"],
  [null, null, null],
])("names a file of title %j and tag %j", (title, tag, name) => {
  expect(fileName({ title, tag })).toBe(name);
});
