import fc from "fast-check";
import { expect, test } from "vitest";
import { nextPath } from "./next-path.ts";

test.each([
  ["/verifications?status=error", "/verifications?status=error"],
  ["/verifications/EXP%2F1", "/verifications/EXP%2F1"],
  [["/people", "/x"], "/people"],
  ["/", "/"],
  [undefined, null],
  ["", null],
  ["https://evil.example/", null],
  ["//evil.example/", null],
  ["/\\evil.example/", null],
  ["/\t/evil.example/", null],
  ["/..//evil.example/", null],
  ["javascript:alert(1)", null],
  [`/${"x".repeat(3_000)}`, null],
])("after signing in, %j leads to %j", (given, path) => {
  expect(nextPath.parse(given)).toBe(path);
});

test("for any parameter, a browser that follows the answer stays on this site", () => {
  const parts = fc.constantFrom("/", "\\", "..", ".", "evil.example", "@", ":", "\t", "\n", "%2f", "?", "#", "a");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (given) => {
      const path = nextPath.parse(given.join("")) ?? "/";
      expect(new URL(path, "https://cotejo.example").origin).toBe("https://cotejo.example");
    }),
  );
});
