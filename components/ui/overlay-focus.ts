import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from "react";

type FocusHandlers = { onOpenAutoFocus?: (event: Event) => void; onCloseAutoFocus?: (event: Event) => void };

/**
 * Where the focus goes when a dialog opens, and back to when it closes. Called where the content is mounted, since Radix
 * knows the place only of dialogs with a trigger.
 */
export function useDialogFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  const [before] = useState(placesOfFocus);
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
  // Before the paint, earlier than Radix: the dialog's keys work as soon as it is visible.
  useLayoutEffect(() => {
    if (ref.current) placesBefore.set(ref.current, before);
    focusFirst();
  }, [before, focusFirst]);
  return {
    ref,
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      // A dialog below holds the focus until Radix has mounted this one.
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
 * For `onCloseAutoFocus`, which Radix calls in a task of its own: the action that closed the layer, or the user, may have
 * moved the focus already.
 */
export function keepMovedFocus(event: Event): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) event.preventDefault();
}

/** Scrolls to the focused element; Radix wraps from last to first without scrolling. */
export function showFocused({ target, currentTarget }: FocusEvent): void {
  if (target !== currentTarget) target.scrollIntoView({ block: "nearest" });
}

const TABBABLE = "button:not(:disabled), a[href], summary, [tabindex]:not([tabindex='-1'])";

/** Where the focus was before these dialogs were opened. */
const placesBefore = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * The focused element, the trigger of its menu or popover, and the focus before its dialog: the first that still exists gets
 * the focus back.
 */
export function placesOfFocus(): readonly HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const popup = activeElement.closest("[data-radix-popper-content-wrapper] > [aria-labelledby]");
  const trigger = document.getElementById(popup?.getAttribute("aria-labelledby") ?? "");
  const dialog = activeElement.closest("[role=dialog], [role=alertdialog]");
  const before = (dialog && placesBefore.get(dialog)) ?? [];
  return [activeElement, ...(trigger ? [trigger] : []), ...before];
}

/** The first field of a dialog; for radio buttons the checked one. */
function firstField(content: HTMLElement): HTMLElement | null {
  const first = content.querySelector<HTMLElement>(
    "input:not([type=hidden], [hidden], :disabled), textarea:not(:disabled), select:not(:disabled)",
  );
  const radio = first instanceof HTMLInputElement && first.type === "radio";
  return (radio && content.querySelector<HTMLElement>("input[type=radio]:checked")) || first;
}
