import type { Density, Locale, Theme } from "#lib/platform/contract/preferences.ts";

const YEAR_SECONDS = 31_536_000;

// Scripts write these cookies, so scripts can read them; each holds one word and no personal data.
function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

export const rememberLocale = (locale: Locale): void => remember("locale", locale);

/** Event on the window after a change of the theme. */
export const THEME_CHANGED = "cotejo:theme";

/** Hides the first steps on the overview of this browser from now on. */
export const hideFirstSteps = (): void => remember("first-steps", "hidden");

/** Takes effect at once; the server renders the same theme on the next request. */
export function rememberTheme(theme: Theme): void {
  remember("theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event(THEME_CHANGED));
}

/** Takes effect at once: the heights of rows follow an attribute of the document, which the server sets on later requests. */
export function rememberDensity(density: Density): void {
  remember("density", density);
  document.documentElement.dataset.density = density;
}

/** Whether single keys without a modifier work as shortcuts. */
export const singleKeysWanted = (): boolean => !document.cookie.split("; ").includes("keys=off");

export const rememberSingleKeys = (wanted: boolean): void => remember("keys", wanted ? "on" : "off");

/** The time zone of the reader's device at this moment. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sends the reader's zone to the server. */
export function rememberTimeZone(zone: string): void {
  if (!document.cookie.split("; ").includes(`timezone=${encodeURIComponent(zone)}`)) remember("timezone", zone);
}
