import type { Locale } from "#lib/platform/contract/preferences.ts";
import * as en from "#messages/en/index.ts";
import * as es from "#messages/es-MX/index.ts";

/** All words by language and namespace. A language that lacks a word of the other does not compile. */
export const MESSAGES: Record<Locale, typeof en> = { en, "es-MX": es };
