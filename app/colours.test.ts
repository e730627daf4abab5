import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * The browser specs check the light theme with axe. The dark theme gives the tokens of the same classes other colours:
 * these tests compare each text colour with each possible surface in both themes.
 */

const SOURCES = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), "utf8") })),
);
const TOKENS = readFileSync("app/globals.css", "utf8");

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];
/** Red, green and blue in sRGB, 0 to 1. */
type Colour = readonly number[];

const TEXTS = ["foreground", "muted-foreground", "primary", "high", "medium", "low", "done", "waiting", "failed"];
const SURFACES = ["background", "card", "muted", "accent"];
/** Fill colours of controls with text. */
const FILL_TOKENS = ["primary", "destructive"];
/** WCAG 1.4.3 and 1.4.11. */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_CONTROL_CONTRAST = 3;

function colourOf(token: string, theme: Theme): Colour {
  const alias = new RegExp(`--${token}: var\\(--([\\w-]+)\\);`).exec(TOKENS)?.[1];
  if (alias !== undefined) return colourOf(alias, theme);
  const values = new RegExp(`--${token}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\);`).exec(TOKENS);
  const [lightness = 0, chroma = 0, hue = 0] = (values?.[theme === "light" ? 1 : 2] ?? "").split(" ").map(Number);
  if (!values) throw new Error(`app/globals.css states no colour ${token}`);
  const turn = (hue * Math.PI) / 180;
  return oklab(lightness, chroma * Math.cos(turn), chroma * Math.sin(turn));
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
function oklab(lightness: number, a: number, b: number): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => {
    const part = Math.min(1, Math.max(0, linear));
    return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
  });
}

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((first, second) => second - first) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

const over = (colour: Colour, share: number, below: Colour): Colour =>
  colour.map((part, index) => part * share + (below[index] ?? 0) * (1 - share));

/** Translucent backgrounds in the sources, such as `bg-medium/10`, over each surface below them. */
function tints(theme: Theme): [string, Colour][] {
  const used = new Set(SOURCES.flatMap(({ text }) => text.match(/\bbg-[a-z-]+\/\d+/g) ?? []));
  return [...used].flatMap((name) => {
    const [token = "", percent] = name.slice("bg-".length).split("/");
    // No text is on these: the backdrop of dialogs, bars, and filled controls on hover.
    if (token === "black" || token === "primary") return [];
    return ["background", "card"].map((below): [string, Colour] => [
      `${name} on ${below}`,
      over(colourOf(token, theme), Number(percent) / 100, colourOf(below, theme)),
    ]);
  });
}

describe.each(THEMES)("in the %s theme", (theme) => {
  it("each colour of text has enough contrast on each surface", () => {
    const surfaces = [...SURFACES.map((token): [string, Colour] => [token, colourOf(token, theme)]), ...tints(theme)];
    expect(surfaces.length).toBeGreaterThan(12);
    const faint = surfaces.flatMap(([name, surface]) =>
      TEXTS.filter((text) => contrast(colourOf(text, theme), surface) < MIN_TEXT_CONTRAST).map(
        (text) => `${text}: ${name}`,
      ),
    );
    expect(faint).toEqual([]);
  });

  it("a filled control has enough contrast with its words, also under the pointer", () => {
    for (const token of FILL_TOKENS) {
      for (const below of ["background", "card"]) {
        const hovered = over(colourOf(token, theme), 0.9, colourOf(below, theme));
        expect(contrast(colourOf(`${token}-foreground`, theme), hovered)).toBeGreaterThan(MIN_TEXT_CONTRAST);
      }
    }
  });

  it.each(["input", "ring"])("the outline of controls, %s, stands out from pages and cards", (token) => {
    for (const below of ["background", "card"])
      expect(contrast(colourOf(token, theme), colourOf(below, theme))).toBeGreaterThan(MIN_CONTROL_CONTRAST);
  });
});

it("classes name only tokens, and the themes differ only in tokens", () => {
  const ofATheme =
    /\bdark:(?=[a-z[])|\b(?:bg|text|border|fill|stroke|decoration|outline|ring)-[a-z]+-\d{2,3}\b|\btext-[a-z-]+\/\d+/g;
  expect(SOURCES.flatMap(({ path, text }) => (text.match(ofATheme) ?? []).map((found) => `${path}: ${found}`))).toEqual(
    [],
  );
});
