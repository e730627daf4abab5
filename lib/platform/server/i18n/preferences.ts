import { cookies, headers } from "next/headers";
import {
  DENSITIES,
  type Density,
  LOCALES,
  type Locale,
  THEMES,
  type Theme,
} from "#lib/platform/contract/preferences.ts";
import { isTimeZone } from "#lib/platform/contract/time.ts";

/** The user's language: the chosen one, else the first supported one of the browser, else English. */
export async function preferredLocale(): Promise<Locale> {
  const chosen = (await cookies()).get("locale")?.value;
  const known = LOCALES.find((locale) => locale === chosen);
  if (known) return known;
  const accepted = (await headers()).get("accept-language") ?? "";
  const languages = accepted
    .slice(0, 200)
    .split(",")
    .map((entry) => entry.trim().toLowerCase());
  const first = languages.find((language) => /^(en|es)\b/.test(language));
  return first?.startsWith("es") ? "es-MX" : "en";
}

export async function preferredTheme(): Promise<Theme> {
  const chosen = (await cookies()).get("theme")?.value;
  return THEMES.find((theme) => theme === chosen) ?? "system";
}

export async function preferredDensity(): Promise<Density> {
  const chosen = (await cookies()).get("density")?.value;
  return DENSITIES.find((density) => density === chosen) ?? "comfortable";
}

export const firstStepsHidden = async (): Promise<boolean> => (await cookies()).get("first-steps")?.value === "hidden";

/** The user's time zone, which the browser sends in a cookie; Mexico City until it does. */
export async function preferredTimeZone(): Promise<string> {
  const sent = (await cookies()).get("timezone")?.value ?? "";
  return isTimeZone(sent) ? sent : "America/Mexico_City";
}
