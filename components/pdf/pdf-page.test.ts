import fc from "fast-check";
import { expect, it } from "vitest";
import { LARGEST, SMALLEST, scaleOf, shareOf, stepped } from "./pdf-page.tsx";

it("goes from any share to the next step and back, and ends at both ends", () => {
  expect(stepped(1, 1)).toBe(1.1);
  expect(stepped(1.04, 1)).toBe(1.1);
  expect(stepped(1.04, -1)).toBe(1);
  expect(stepped(1.0001, -1)).toBe(0.9);
  expect(stepped(LARGEST, 1)).toBe(LARGEST);
  expect(stepped(SMALLEST, -1)).toBe(SMALLEST);
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), (share) => {
      expect(stepped(share, 1)).toBeGreaterThanOrEqual(share);
      expect(stepped(share, -1)).toBeLessThanOrEqual(share);
    }),
  );
});

it("fits a page to the room there is, within what can be read and drawn", () => {
  expect(scaleOf("fit", 612, 612)).toBe(1);
  expect(shareOf(scaleOf(1.5, 612, 100))).toBeCloseTo(1.5);
  expect(shareOf(scaleOf("fit", 612, 10))).toBeCloseTo(SMALLEST);
  expect(shareOf(scaleOf("fit", 10, 4_000))).toBeCloseTo(LARGEST);
});
