"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { rememberLocale } from "#lib/browser/preferences.ts";

/** Switches between the two languages. The page is rendered again in place: address, scroll and what was typed stay. */
export function LanguageSwitch() {
  const t = useTranslations("shell.language");
  const other = useLocale() === "en" ? "es-MX" : "en";
  const router = useRouter();
  const [switching, start] = useTransition();
  const change = () => {
    rememberLocale(other);
    start(() => router.refresh());
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      lang={other}
      title={t(other)}
      aria-disabled={switching}
      onClick={change}
      className="text-xs"
    >
      {/* What is seen is part of the name, for those who say it to press it. */}
      {other === "en" ? "EN" : "ES"}
      <span className="sr-only">: {t(other)}</span>
    </Button>
  );
}
