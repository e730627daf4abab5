import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ICONS } from "./icon.ts";

const css = readFileSync(new URL("icons.css", import.meta.url), "utf8");
const image = readFileSync(new URL("icons.svg", import.meta.url), "utf8");
/** Height of an icon in units of the drawing; icons are below each other. */
const HEIGHT = 24;
const HEIGHT_REM = 0.875;
const COUNT = Object.keys(ICONS).length;

it("every icon is drawn once, at the place of its class", () => {
  const drawn = [...image.matchAll(/<g id="([\w-]+)" transform="translate\(0 (\d+)\)/g)];
  const places = drawn.map(([, name, y]) => [name, `[--icon:${Number(y) / HEIGHT}]`]);
  expect(places).toEqual(Object.entries(ICONS));
  const named = [...css.matchAll(/\.icon-(\w+) \{\s+--icon: (\d+);/g)];
  expect(named.map(([, name, place]) => [name, `[--icon:${place}]`])).toEqual([
    ["arrow", ICONS.arrow],
    ["chevron", ICONS.chevron],
  ]);
  expect(css).toContain(`mask-position: 0 calc(-${HEIGHT_REM}rem * var(--icon));`);
});

it("the image is as large as its icons", () => {
  expect(image).toContain(`viewBox="0 0 ${2 * HEIGHT} ${COUNT * HEIGHT}"`);
  expect(css).toContain(`mask-size: ${2 * HEIGHT_REM}rem ${COUNT * HEIGHT_REM}rem;`);
});

it("a meter has three squares, filled to its level", () => {
  const meters = [...image.matchAll(/<g id="meter-(\d)".*<\/g>/g)];
  expect(meters).toHaveLength(4);
  for (const [drawing, filled] of meters) {
    expect(drawing.match(/<rect /g)).toHaveLength(3);
    expect(drawing.match(/ fill="#000"/g) ?? []).toHaveLength(Number(filled));
  }
});
