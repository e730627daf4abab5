import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_ZOOM, MIN_ZOOM, nextZoom, scaleOf, zoomOf } from "./pdf-page.tsx";

it("goes from any zoom to the next step and back, and ends at both ends", () => {
  expect(nextZoom(1, 1)).toBe(1.1);
  expect(nextZoom(1.04, 1)).toBe(1.1);
  expect(nextZoom(1.04, -1)).toBe(1);
  expect(nextZoom(1.0001, -1)).toBe(0.9);
  expect(nextZoom(MAX_ZOOM, 1)).toBe(MAX_ZOOM);
  expect(nextZoom(MIN_ZOOM, -1)).toBe(MIN_ZOOM);
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), (zoom) => {
      expect(nextZoom(zoom, 1)).toBeGreaterThanOrEqual(zoom);
      expect(nextZoom(zoom, -1)).toBeLessThanOrEqual(zoom);
    }),
  );
});

it("fits a page to the room there is, within what can be read and drawn", () => {
  expect(scaleOf("fit", 612, 612)).toBe(1);
  expect(zoomOf(scaleOf(1.5, 612, 100))).toBeCloseTo(1.5);
  expect(zoomOf(scaleOf("fit", 612, 10))).toBeCloseTo(MIN_ZOOM);
  expect(zoomOf(scaleOf("fit", 10, 4_000))).toBeCloseTo(MAX_ZOOM);
});
