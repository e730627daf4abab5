import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatDuration, Time } from "./time.tsx";

const MINUTE = 60_000;

it.each([
  [0, "0 sec"],
  [45_900, "45 sec"],
  [61_000, "1 min"],
  [192 * MINUTE, "3 hr 12 min"],
  [180 * MINUTE, "3 hr"],
  [(2 * 24 + 4) * 60 * MINUTE + 59 * MINUTE, "2 days 4 hr"],
  [-5, "0 sec"],
])("%d ms is %s", (ms, text) => {
  expect(formatDuration(ms, "en")).toBe(text);
});

it("writes Spanish as in Mexico", () => {
  expect(formatDuration(192 * MINUTE, "es-MX")).toBe("3 h 12 min");
});

it.each([
  ["2026-11-01T10:00:00.123456Z", "2026-11-01T10:00:00.123Z"],
  ["2026-11-01T10:00:00.1Z", "2026-11-01T10:00:00.1Z"],
  ["2026-11-01T10:00:00Z", "2026-11-01T10:00:00Z"],
  ["2026-11-01", "2026-11-01"],
])("%s is %s in the attribute of HTML", (at, value) => {
  expect(renderToStaticMarkup(createElement(Time, { at }, "x"))).toBe(`<time dateTime="${value}">x</time>`);
});

it("every time of a page is written by Time", () => {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const others = files.filter((file) => file.endsWith(".tsx") && /<time\b/.test(readFileSync(file, "utf8")));
  expect(others).toEqual(["components/kit/time.tsx"]);
});
