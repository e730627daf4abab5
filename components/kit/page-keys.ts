import { useEffectEvent, useLayoutEffect } from "react";
import { singleKeysWanted } from "#lib/platform/browser/preferences.ts";

type PageKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented"> & { target: unknown };

/** Elements that take keys as text, or act on an overlay by keys: all elements while a sheet is open. */
export const KEY_TARGETS =
  ":root[data-sheet], input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Whether a key may be a shortcut of the page: no other handler has used it, it is not for the browser or the system,
 * and the focus is in no text field, dialog or menu. Single characters count only with `single`: speech input produces
 * them too (WCAG 2.1.4).
 */
export function isPageKey(event: PageKey, single: boolean): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey) return false;
  if (!single && !event.altKey && event.key.length === 1) return false;
  return !takesKeys(event.target);
}

/** Whether the element takes keys as text, or acts on an overlay by keys. */
export const takesKeys = (target: unknown): boolean =>
  typeof target === "object" &&
  target !== null &&
  "closest" in target &&
  typeof target.closest === "function" &&
  target.closest(KEY_TARGETS) !== null;

/** Shortcuts for the whole page, wherever the focus is; `onKey` prevents the default of the keys it handles. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPageKey(event, singleKeysWanted())) onKey(event);
  });
  // A layout effect: the shortcuts work before the first paint.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** Whether the focused element has no action for a key such as Enter. */
export const isIdle = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.id === "main");

/** Entries of a list with a key of their own; further ones have none. */
export const MAX_NUMBERED = 9;

/** The entry of Alt with its number; `code` is the key's place, since Alt changes the character on some keyboards. */
export const numberedByKey = <Entry>(
  entries: readonly Entry[],
  { altKey, code }: Pick<KeyboardEvent, "altKey" | "code">,
): Entry | undefined => (altKey ? entries[Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0) - 1] : undefined);
