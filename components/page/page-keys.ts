"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { singleKeysWanted } from "#lib/browser/preferences.ts";

type Key = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented"> & { target: unknown };

/** Where keys are text, or about what is open above the page. */
export const ELSEWHERE =
  "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Whether a key may be a shortcut of the page: nothing else has used it, it is not for the browser or the system, and one is
 * neither typing nor in a dialog or menu. Characters pressed alone count only where `single` says so, since speech input
 * presses them too (WCAG 2.1.4).
 */
export function isPageKey(event: Key, single: boolean): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey) return false;
  if (!single && !event.altKey && event.key.length === 1) return false;
  return !takesKeys(event.target);
}

/** Whether keys are text there, or about what is open above the page. */
export const takesKeys = (target: unknown): boolean =>
  typeof target === "object" &&
  target !== null &&
  "closest" in target &&
  typeof target.closest === "function" &&
  target.closest(ELSEWHERE) !== null;

/** Shortcuts that work wherever on the page the focus is; `onKey` prevents the default of those it takes. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPageKey(event, singleKeysWanted())) onKey(event);
  });
  // Before it is painted: whoever sees the page can press them.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** Whether nothing has the focus that a key such as Enter would be meant for. */
export const isIdle = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.id === "main");
