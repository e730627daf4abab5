import { expect, it } from "vitest";
import { inventId, inventKey } from "./observations.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it.each([
  ["none", undefined, UUID],
  ["a UUID", "7f3a90c1-d2e4-4b1f-9c0d-0123456789ab", UUID],
  ["a prefix and hexadecimal digits", "ver_7f3a90c1d2e4", /^ver_[0-9a-f]{12}$/],
  ["capitals", "VR_7F3A90C1D2E4", /^VR_[0-9A-F]{12}$/],
  ["a number that is counted up", "412", /^9{9}$/],
])("has the form of %s, and is another one", (_what, example, form) => {
  expect(inventId(example)).toMatch(form);
  expect(inventId(example)).not.toBe(example);
});

it("an invented key has the form of a key", () => {
  expect(inventKey()).toMatch(/^svc_sk_live_[0-9a-f]{48}$/);
  expect(inventKey()).not.toBe(inventKey());
});
