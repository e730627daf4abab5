import type { Locator, Page } from "@playwright/test";
import { MESSAGES } from "#e2e/support/messages.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { Stage } from "./stage.ts";

export { expect } from "./stage.ts";

/** How a screen is looked at: on what width, in which theme and language. */
export type Look = { width: keyof typeof HEIGHTS; theme: "light" | "dark"; locale: Locale };

/** Heights of the windows, by their widths. 720 is what is left of 1440 at 200 %. */
export const HEIGHTS = { 1440: 900, 1280: 800, 720: 450, 360: 740 } as const;

export const look = (width: Look["width"] = 1440, theme: Look["theme"] = "light", locale: Locale = "en"): Look => ({
  width,
  theme,
  locale,
});

export type Words = (typeof MESSAGES)[Locale];
export const wordsOf = (locale: Locale): Words => MESSAGES[locale];

/** What a pose works with. */
export type Posing = { page: Page; words: Words; stage: Stage };

/** One state of a screen. */
export type Picture = {
  /** The beginning of its files' names. */
  name: string;
  title: string;
  /** What one sees, in one sentence. */
  says: string;
  looks: readonly Look[];
  /** Most are taken once a month has happened; some before the dashboard is connected, some when calls have failed. */
  act?: "first day" | "failures";
  /** No one is signed in. */
  signedOut?: true;
  /** Of the window, where that is not the usual one. */
  height?: number;
  /** What is taken, where that is not the window. */
  part?(posing: Posing): Locator;
  /** Brings the page to the state. */
  pose(posing: Posing): Promise<void>;
};

export type Screen = { title: string; says: string; pictures: readonly Picture[] };

/** `verifications-empty-360-dark-es.png`; what is usual is not said. */
export function fileOf({ name }: Picture, { width, theme, locale }: Look): string {
  const parts = [name, width === 1440 ? "" : width, theme === "dark" ? theme : "", locale === "en" ? "" : "es"];
  return `${parts.filter((part) => part !== "").join("-")}.png`;
}
