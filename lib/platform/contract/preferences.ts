/** The reader's preferences, in cookies of their own. */
export const LOCALES = ["en", "es-MX"] as const;
export type Locale = (typeof LOCALES)[number];

/** The user's language: the chosen one, else the first supported one of the header `Accept-Language`, else English. */
export function localeOf(chosen: string | undefined, accepted: string): Locale {
  const known = LOCALES.find((locale) => locale === chosen);
  if (known) return known;
  const languages = accepted
    .slice(0, 200)
    .split(",")
    .map((entry) => entry.trim().toLowerCase());
  const first = languages.find((language) => /^(en|es)\b/.test(language));
  return first?.startsWith("es") ? "es-MX" : "en";
}

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How dense the rows of lists are. */
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];
