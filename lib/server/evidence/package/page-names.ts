import type { Locale } from "#lib/contract/preferences.ts";

export const PAGE_NAMES: Record<Locale, string> = { en: "evidence.html", "es-MX": "expediente.html" };
