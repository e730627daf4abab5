import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ICONS } from "./icon.ts";

it("every icon has its drawing, and every drawing its name", () => {
  const css = readFileSync(new URL("icons.css", import.meta.url), "utf8");
  const drawn = [...css.matchAll(/\.icon-([\w-]+) \{\s+--icon: url\("data:image\/svg\+xml,[^"]+"\);/g)];
  expect(drawn.map(([, name]) => name).sort()).toEqual([...ICONS].sort());
});
