"use client";

import { useCallback, useSyncExternalStore } from "react";
import { rememberTheme, THEME_CHANGED } from "#lib/browser/preferences.ts";
import { THEMES, type Theme } from "#lib/contract/preferences.ts";

function subscribe(onChange: () => void): () => void {
  window.addEventListener(THEME_CHANGED, onChange);
  return () => window.removeEventListener(THEME_CHANGED, onChange);
}

const shown = (): Theme => THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";

/** The theme as the page has it, wherever it is chosen; `initial` is what the server painted. */
export function useTheme(initial: Theme): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribe,
    shown,
    useCallback(() => initial, [initial]),
  );
  return [theme, rememberTheme];
}
