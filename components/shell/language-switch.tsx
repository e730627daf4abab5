"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useSwitchLanguage } from "./use-switch-language.ts";

/** Switches between the two languages; address, scroll and what was typed stay. */
export function LanguageSwitch() {
  const t = useTranslations("shell.language");
  const { other, change, switching } = useSwitchLanguage();
  return (
    <Button variant="ghost" size="icon" lang={other} title={t(other)} aria-disabled={switching} onClick={change}>
      {/* What is seen is part of the name, for those who say it to press it. */}
      {other === "en" ? "EN" : "ES"}
      <span className="sr-only">: {t(other)}</span>
    </Button>
  );
}
