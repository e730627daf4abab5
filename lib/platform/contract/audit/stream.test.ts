import { expect, it } from "vitest";
import { readStreamCursor, writeStreamCursor } from "./stream.ts";

it("a cursor is read as it was written", () => {
  const cursor = { id: 7, at: "2026-11-26T10:00:00.000001Z" };
  expect(readStreamCursor(writeStreamCursor(cursor))).toEqual(cursor);
});

it.each(["", "7", "0_2026-11-26T10:00:00.000001Z", "7_2026-11-26", "7_2026-99-26T10:00:00.000001Z", "x_y"])(
  "%j is no cursor",
  (text) => expect(readStreamCursor(text)).toBeNull(),
);
