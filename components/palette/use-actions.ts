"use client";

import { Languages, LogOut, type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSwitchLanguage } from "#components/shell/use-switch-language.ts";
import { rememberTheme } from "#lib/browser/preferences.ts";
import { signOutAndLeave } from "#lib/browser/query-client.ts";

type Action = { key: string; name: string; icon: LucideIcon; run: () => void };

/** What the palette can do besides going somewhere. */
export function useActions(): Action[] {
  const t = useTranslations("shell");
  const { other, change } = useSwitchLanguage();
  return [
    { key: "language", name: t(`language.${other}`), icon: Languages, run: change },
    { key: "light", name: t("palette.light"), icon: Sun, run: () => rememberTheme("light") },
    { key: "dark", name: t("palette.dark"), icon: Moon, run: () => rememberTheme("dark") },
    { key: "system", name: t("palette.system"), icon: Monitor, run: () => rememberTheme("system") },
    // Should it fail, the next page says who is still signed in.
    {
      key: "sign-out",
      name: t("signOut"),
      icon: LogOut,
      run: () => void signOutAndLeave().catch(() => window.location.assign("/login")),
    },
  ];
}
