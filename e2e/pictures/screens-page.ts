import { writeFileSync } from "node:fs";
import { fileOf, HEIGHTS, type Look, type Picture, type Screen } from "./picture.ts";

const PAGE = "docs/screens.md";
/** A window of a phone is shown in its size, wider ones as wide as the page's text. */
const WIDTHS: Record<Look["width"], number> = { 1440: 800, 1280: 800, 720: 400, 360: 240 };

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(/\s/g, "-");

const wordsOf = ({ width, theme, locale }: Look): string =>
  `${width} × ${HEIGHTS[width]}, ${theme}, ${locale === "en" ? "English" : "Spanish"}`;

/** Writes the page that shows every picture with its sentence. */
export function writeScreensPage(screens: readonly Screen[]): void {
  writeFileSync(
    PAGE,
    `${[
      "# Screens",
      "Every screen in every state that it can be in. `npm run pictures` takes these pictures anew and writes this page.",
      screens.map(contents).join("\n"),
      ...screens.flatMap(({ title, says, pictures }) => [`## ${title}`, says, ...pictures.flatMap(section)]),
    ].join("\n\n")}\n`,
  );
}

const contents = ({ title, pictures }: Screen): string =>
  [
    `- [${title}](#${anchorOf(title)})`,
    ...pictures.map((picture) => `  - [${picture.title}](#${anchorOf(picture.title)})`),
  ].join("\n");

const section = (picture: Picture): string[] => [
  `### ${picture.title}`,
  picture.says,
  picture.looks
    .map(
      (look) =>
        `<img src="images/${fileOf(picture, look)}" alt="${picture.title} (${wordsOf(look)})" width="${WIDTHS[look.width]}">`,
    )
    .join("\n"),
];
