import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from "react";

type FocusHandlers = { onOpenAutoFocus?: (event: Event) => void; onCloseAutoFocus?: (event: Event) => void };

/**
 * Sets the focus when a dialog opens, and restores it when the dialog closes. Called where the content is mounted,
 * since Radix restores the focus only for dialogs with a trigger.
 */
export function useDialogFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  const [before] = useState(focusTargets);
  const ref = useRef<HTMLDivElement>(null);
  const first = useRef(onOpenAutoFocus);
  const focusFirst = useCallback(() => {
    const content = ref.current;
    if (!content || content.contains(document.activeElement)) return;
    const opened = new Event("cotejo:opened", { cancelable: true });
    content.addEventListener(opened.type, (event) => first.current?.(event), { once: true });
    if (content.dispatchEvent(opened))
      (firstField(content) ?? content.querySelector<HTMLElement>(TABBABLE) ?? content).focus();
  }, []);
  // Before the paint and before Radix, so that the dialog's keys work as soon as it is visible.
  useLayoutEffect(() => {
    if (ref.current) elementsBefore.set(ref.current, before);
    focusFirst();
  }, [before, focusFirst]);
  return {
    ref,
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      // A dialog below keeps the focus until Radix has mounted this one.
      focusFirst();
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      keepMovedFocus(event);
      if (event.defaultPrevented) return;
      const place = before.find((element) => element.isConnected);
      if (!place) return;
      event.preventDefault();
      place.focus();
    },
  };
}

/**
 * For `onCloseAutoFocus`: Radix calls it in a later task, when the user or the action that closed the layer may already
 * have moved the focus.
 */
export function keepMovedFocus(event: Event): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) event.preventDefault();
}

/** Scrolls to the focused element: when Radix wraps from the last to the first, it does not scroll. */
export function showFocused({ target, currentTarget }: FocusEvent): void {
  if (target !== currentTarget) target.scrollIntoView({ block: "nearest" });
}

const TABBABLE = "button:not(:disabled), a[href], summary, [tabindex]:not([tabindex='-1'])";

/** For each dialog, the elements that can get the focus back when it closes. */
const elementsBefore = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * The focused element, the trigger of its menu or popover, and the same elements of its dialog. The first that still
 * exists gets the focus back.
 */
export function focusTargets(): readonly HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const popup = activeElement.closest("[data-radix-popper-content-wrapper] > [aria-labelledby]");
  const trigger = document.getElementById(popup?.getAttribute("aria-labelledby") ?? "");
  const dialog = activeElement.closest("[role=dialog], [role=alertdialog]");
  const before = (dialog && elementsBefore.get(dialog)) ?? [];
  return [activeElement, ...(trigger ? [trigger] : []), ...before];
}

/** The first field of a dialog; in a radio group, the checked radio. */
function firstField(content: HTMLElement): HTMLElement | null {
  const first = content.querySelector<HTMLElement>(
    "input:not([type=hidden], [hidden], :disabled), textarea:not(:disabled), select:not(:disabled)",
  );
  const radio = first instanceof HTMLInputElement && first.type === "radio";
  return (radio && content.querySelector<HTMLElement>("input[type=radio]:checked")) || first;
}
