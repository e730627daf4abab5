import { expect, it } from "vitest";
import { stepOfKey } from "./previous-next.tsx";

const key = (code: string, more: object = {}) => ({ code, altKey: true, shiftKey: false, ...more });

it("moves on by Alt+J and back by Alt+K", () => {
  expect([stepOfKey(key("KeyJ")), stepOfKey(key("KeyK")), stepOfKey(key("KeyL"))]).toEqual(["next", "previous", null]);
});

it("stays without Alt, and with Shift", () => {
  expect([stepOfKey(key("KeyJ", { altKey: false })), stepOfKey(key("KeyJ", { shiftKey: true }))]).toEqual([null, null]);
});
