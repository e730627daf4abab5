"use client";

import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useTransition } from "react";
import { rememberLocale } from "#lib/browser/preferences.ts";
import type { Locale } from "#lib/contract/preferences.ts";

/** The other language, and going over to it: the page is rendered again in place, so nothing of the place is lost. */
export function useSwitchLanguage(): { other: Locale; change: () => void; switching: boolean } {
  const other = useLocale() === "en" ? "es-MX" : "en";
  const router = useRouter();
  const [switching, start] = useTransition();
  const change = () => {
    rememberLocale(other);
    start(() => router.refresh());
  };
  return { other, change, switching };
}
