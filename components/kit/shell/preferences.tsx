"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useSyncExternalStore, useTransition } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { LazyMenu } from "#components/kit/lazy-popup.tsx";
import { useClock } from "#components/kit/time.tsx";
import { statusOptions } from "#lib/core/browser/status.ts";
import { api } from "#lib/platform/browser/api.ts";
import {
  browserTimeZone,
  rememberLocale,
  rememberTheme,
  rememberTimeZone,
  THEME_CHANGED,
} from "#lib/platform/browser/preferences.ts";
import { type Locale, THEMES, type Theme } from "#lib/platform/contract/preferences.ts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** The build of this page, as Next inlines it; null with hot reload. */
const own = process.env.NEXT_DEPLOYMENT_ID || null;

/**
 * Whether the server still runs this page's build; null if it does not answer. With another build the router reloads
 * the page instead of rendering it in place, and typed text is lost: only the reader's own navigation may cause that.
 */
const isSameBuild = (): Promise<boolean | null> =>
  api("GET /api/health/live").then(
    ({ build }) => build === own,
    () => null,
  );

/** Switches between the two languages, and keeps address, scroll position and typed text. */
export function LanguageSwitch() {
  const t = useTranslations("shell.language");
  const { other, change, switching, postponed } = useSwitchLanguage();
  return (
    <div className="relative">
      <Hint text={t(other)}>
        <Button variant="ghost" size="icon" lang={other} aria-disabled={switching} onClick={change}>
          {/* The accessible name contains the visible text, for voice control. */}
          <span>{other === "en" ? "EN" : "ES"}</span>
          <span className="sr-only">{`: ${t(other)}`}</span>
        </Button>
      </Hint>
      <Announced className="absolute top-full right-0 z-20 mt-1 w-max max-w-56 empty:hidden">
        {postponed && <Alert className="px-3 py-2 text-xs shadow-black/10 shadow-lg">{t("postponed")}</Alert>}
      </Announced>
    </div>
  );
}

/** Whether the language changes on the next page only: set by the palette, shown by the button. */
let postponed = false;
const POSTPONED = "cotejo:language-postponed";

function subscribeToPostponed(onChange: () => void): () => void {
  window.addEventListener(POSTPONED, onChange);
  return () => window.removeEventListener(POSTPONED, onChange);
}

/**
 * The other language, and the switch to it: the page is rendered again in place, which keeps its state. If the server
 * now runs another build, which cannot render this page, the language changes on the next page.
 */
export function useSwitchLanguage() {
  const other: Locale = useLocale() === "en" ? "es-MX" : "en";
  const router = useRouter();
  const [switching, start] = useTransition();
  const change = () =>
    start(async () => {
      const same = await isSameBuild();
      // Without a connection nothing changes; the live mark shows that.
      if (same === null) return;
      rememberLocale(other);
      postponed = !same;
      window.dispatchEvent(new Event(POSTPONED));
      if (same) start(() => router.refresh());
    });
  const waits = useSyncExternalStore(
    subscribeToPostponed,
    () => postponed,
    () => false,
  );
  return { other, change, switching, postponed: waits };
}

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTranslations("shell.theme");
  const [theme, setTheme] = useTheme(initial);
  const Icon = ICONS[theme];
  const choose = (name: string) => setTheme(THEMES.find((known) => known === name) ?? "system");
  return (
    <LazyMenu
      hint={t("label")}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("label")}>
          <Icon aria-hidden />
        </Button>
      }
    >
      {({ DropdownMenuContent, DropdownMenuRadioGroup, DropdownMenuRadioItem }) => (
        <DropdownMenuContent align="end">
          <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
            {THEMES.map((name) => (
              <DropdownMenuRadioItem key={name} value={name}>
                {t(name)}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      )}
    </LazyMenu>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(THEME_CHANGED, onChange);
  return () => window.removeEventListener(THEME_CHANGED, onChange);
}

const shown = (): Theme => THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";

/** The page's current theme, even if another component changes it; `initial` is the theme rendered by the server. */
function useTheme(initial: Theme): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribe,
    shown,
    useCallback(() => initial, [initial]),
  );
  return [theme, rememberTheme];
}

/**
 * Sends the reader's time zone to the server, and renders the page again when it was rendered in another one, or the zone
 * of the review policy has changed, in which the days of reports begin. Both can change while the page is open.
 */
export function TimeZone() {
  const { refresh } = useRouter();
  const client = useQueryClient();
  const policy = useQuery(statusOptions()).data?.time_zone;
  // Each tick of the clock renders this, with the browser's zone of that moment.
  useClock();
  const reader = browserTimeZone();
  const shown = useRef({ reader: useTimeZone(), policy });
  useEffect(() => {
    rememberTimeZone(reader);
    const before = shown.current;
    shown.current = { reader, policy: policy ?? before.policy };
    const isOfPolicy = before.policy !== undefined && shown.current.policy !== before.policy;
    if (reader === before.reader && !isOfPolicy) return;
    void isSameBuild().then((same) => {
      if (same) refresh();
      if (isOfPolicy) void client.invalidateQueries();
    });
  }, [reader, policy, refresh, client]);
  return null;
}
