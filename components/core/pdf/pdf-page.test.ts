import { readFileSync } from "node:fs";
import fc from "fast-check";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, it } from "vitest";
import { pdfOf, pdfWithoutItsFont, scannedPdf } from "#e2e/support/pdf.ts";
import { lacksFonts, MAX_ZOOM, MIN_ZOOM, nextZoom, scaleOf, zoomOf } from "./pdf-page.tsx";

it("steps from any zoom to the next and back, and stops at both ends", () => {
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

it("fits a page to the available space, within readable and drawable sizes", () => {
  expect(scaleOf("fit", 612, 612)).toBe(1);
  expect(zoomOf(scaleOf(1.5, 612, 100))).toBeCloseTo(1.5);
  expect(zoomOf(scaleOf("fit", 612, 10))).toBeCloseTo(MIN_ZOOM);
  expect(zoomOf(scaleOf("fit", 10, 4_000))).toBeCloseTo(MAX_ZOOM);
});

/** Like the viewer: standard fonts, and no character maps. */
class Fonts {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return new Uint8Array(
      readFileSync(new URL(`../../node_modules/pdfjs-dist/standard_fonts/${filename}`, import.meta.url)),
    );
  }
}

it.each([
  ["its own font is not there", pdfWithoutItsFont(), true],
  ["its font is a standard one", pdfOf(["Hola"]), false],
  ["it has no text", scannedPdf(), false],
])("detects omitted text where %s", async (_what, file, expected) => {
  const task = getDocument({
    data: new Uint8Array(file),
    BinaryDataFactory: Fonts,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const page = await (await task.promise).getPage(1);
  await page.getOperatorList();
  await expect.poll(() => lacksFonts(page)).toBe(expected);
  await task.destroy();
});
