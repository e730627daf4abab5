import { useState } from "react";

type FocusHandlers = { onOpenAutoFocus?: (event: Event) => void; onCloseAutoFocus?: (event: Event) => void };

/**
 * Where the focus goes when a dialog opens, and back to when it closes. Called where the content is mounted, since Radix
 * knows the place only of dialogs with a trigger.
 */
export function useDialogFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  const [before] = useState(placeOfFocus);
  return {
    onOpenAutoFocus: (event: Event) => {
      onOpenAutoFocus?.(event);
      const field = !event.defaultPrevented && event.target instanceof HTMLElement && firstField(event.target);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      const { activeElement } = document;
      // What closed the dialog may have moved the focus already.
      const moved = activeElement !== null && activeElement !== document.body;
      const place = before.find((element) => element.isConnected);
      if (!moved && !place) return;
      event.preventDefault();
      if (!moved) place?.focus();
    },
  };
}

/** What has the focus, and the trigger of the menu or popover that it is in, which may close. */
function placeOfFocus(): HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const popup = activeElement.closest("[data-radix-popper-content-wrapper] > [aria-labelledby]");
  const trigger = document.getElementById(popup?.getAttribute("aria-labelledby") ?? "");
  return trigger ? [activeElement, trigger] : [activeElement];
}

/** The first field of a dialog; of radio buttons the one that is chosen. */
function firstField(content: HTMLElement): HTMLElement | null {
  const first = content.querySelector<HTMLElement>(
    "input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)",
  );
  const radio = first instanceof HTMLInputElement && first.type === "radio";
  return (radio && content.querySelector<HTMLElement>("input[type=radio]:checked")) || first;
}
