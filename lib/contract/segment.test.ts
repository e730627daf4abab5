import { expect, test } from "vitest";
import { decodeSegment } from "./url-parameters.ts";

test.each([
  ["ver_1", "ver_1"],
  ["a%2Fb%20%C3%B1", "a/b ñ"],
  ["%", null],
  ["%E0%A4%A", null],
])("the segment %j stands for %j", (segment, text) => {
  expect(decodeSegment(segment)).toBe(text);
});
