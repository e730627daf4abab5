import { cookies, headers } from "next/headers";
import {
  DENSITIES,
  type Density,
  type Locale,
  localeOf,
  THEMES,
  type Theme,
} from "#lib/platform/contract/preferences.ts";
import { isTimeZone } from "#lib/platform/contract/time.ts";

/** The language of the reader of this request. */
export const preferredLocale = async (): Promise<Locale> =>
  localeOf((await cookies()).get("locale")?.value, (await headers()).get("accept-language") ?? "");

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
