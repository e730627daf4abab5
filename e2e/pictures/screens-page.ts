import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PICTURES } from "./camera.ts";
import { fileOf, HEIGHTS, type Look, type Picture, type Screen } from "./picture.ts";

/** The few that the README shows are kept. */
const KEPT = /docs\/images\/([\w-]+\.png)/g;

const wordsOf = ({ width, theme, locale }: Look): string =>
  `${width} × ${HEIGHTS[width]}, ${theme}, ${locale === "en" ? "English" : "Spanish"}`;

/** Writes the page that shows every picture with its sentence, and puts those of the README where it has them. */
export function writeScreensPage(screens: readonly Screen[]): void {
  writeFileSync(
    join(PICTURES, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body { font: 16px system-ui; max-width: 900px; margin: 2rem auto } img { border: 1px solid #ccc; max-width: 100%; vertical-align: top }</style>
${screens.map(({ title, says, pictures }) => `<h1>${title}</h1><p>${says}</p>${pictures.map(section).join("")}`).join("\n")}
`,
  );
  for (const [path, file = ""] of readFileSync("README.md", "utf8").matchAll(KEPT)) {
    if (existsSync(join(PICTURES, file))) copyFileSync(join(PICTURES, file), path);
  }
}

const section = (picture: Picture): string => `
<h2>${picture.title}</h2><p>${picture.says}</p>
${picture.looks.map((look) => `<img src="${fileOf(picture, look)}" alt="${picture.title} (${wordsOf(look)})" width="${look.width / 2}">`).join("\n")}`;
