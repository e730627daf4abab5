import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ICONS } from "./icon.ts";

const css = readFileSync(new URL("icons.css", import.meta.url), "utf8");
const image = readFileSync(new URL("icons.svg", import.meta.url), "utf8");
/** Units of the drawing, each icon below the one before. */
const HEIGHT = 24;
const HEIGHT_REM = 0.875;

it("every icon is drawn once, at the place of its class", () => {
  const drawn = [...image.matchAll(/<g id="([\w-]+)" transform="translate\(0 (\d+)\)/g)];
  expect(drawn.map(([, name, y]) => [name, Number(y) / HEIGHT])).toEqual(
    [...ICONS].map((name, place) => [name, place]),
  );
  const classes = [...css.matchAll(/\.icon-([\w-]+) \{\s+--icon: (\d+);/g)];
  expect(classes.map(([, name, place]) => [name, Number(place)])).toEqual(
    [...ICONS].map((name, place) => [name, place]),
  );
  expect(css).toContain(`mask-position: 0 calc(-${HEIGHT_REM}rem * var(--icon));`);
});

it("the image is as large as its icons", () => {
  expect(image).toContain(`viewBox="0 0 ${2 * HEIGHT} ${ICONS.length * HEIGHT}"`);
  expect(css).toContain(`mask-size: ${2 * HEIGHT_REM}rem ${ICONS.length * HEIGHT_REM}rem;`);
});

it("a meter has three squares, filled to its level", () => {
  const meters = [...image.matchAll(/<g id="meter-(\d)".*<\/g>/g)];
  expect(meters).toHaveLength(4);
  for (const [drawing, filled] of meters) {
    expect(drawing.match(/<rect /g)).toHaveLength(3);
    expect(drawing.match(/ fill="#000"/g) ?? []).toHaveLength(Number(filled));
  }
});
