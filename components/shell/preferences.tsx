"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useSyncExternalStore, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { rememberLocale, rememberTheme, rememberTimeZone, THEME_CHANGED } from "#lib/browser/preferences.ts";
import { type Locale, THEMES, type Theme } from "#lib/contract/preferences.ts";

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

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTranslations("shell.theme");
  const [theme, setTheme] = useTheme(initial);
  const Icon = ICONS[theme];
  const choose = (name: string) => setTheme(THEMES.find((known) => known === name) ?? "system");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger variant="ghost" size="icon" aria-label={t("label")} title={t("label")}>
        <Icon aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
          {THEMES.map((name) => (
            <DropdownMenuRadioItem key={name} value={name}>
              {t(name)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(THEME_CHANGED, onChange);
  return () => window.removeEventListener(THEME_CHANGED, onChange);
}

const shown = (): Theme => THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";

/** The theme as the page has it, wherever it is chosen; `initial` is what the server painted. */
function useTheme(initial: Theme): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribe,
    shown,
    useCallback(() => initial, [initial]),
  );
  return [theme, rememberTheme];
}

/** Reports the reader's time zone to the server, and has the page rendered in it if it was in another. */
export function TimeZone() {
  const { refresh } = useRouter();
  const rendered = useRef(useTimeZone());
  useEffect(() => {
    if (rememberTimeZone() !== rendered.current) refresh();
  }, [refresh]);
  return null;
}
