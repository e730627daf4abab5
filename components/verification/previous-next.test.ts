import { expect, it } from "vitest";
import { stepOfKey } from "./previous-next.tsx";

const key = (code: string, more: object = {}) => ({
  code,
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  defaultPrevented: false,
  target: { closest: () => null },
  ...more,
});

it("goes on by Alt+J and back by Alt+K", () => {
  expect([stepOfKey(key("KeyJ")), stepOfKey(key("KeyK")), stepOfKey(key("KeyL"))]).toEqual(["next", "previous", null]);
});

it.each([
  ["without Alt", { altKey: false }],
  ["with Ctrl, as AltGr sends it", { ctrlKey: true }],
  ["with the system's key", { metaKey: true }],
  ["with Shift", { shiftKey: true }],
  ["when something else has used it", { defaultPrevented: true }],
  ["while one is typing", { target: { closest: () => ({}) } }],
])("stays %s", (_, more) => {
  expect(stepOfKey(key("KeyJ", more))).toBeNull();
});
