import type { RefObject } from "react";

/** An effect that unfolds content of an element while the page is printed, and folds it again. */
export function unfoldForPrint(
  area: RefObject<HTMLElement | null>,
  folded = "details:not([open])",
  { before, after }: { before?: () => void; after?: () => void } = {},
): () => void {
  let opened: HTMLDetailsElement[] = [];
  const unfold = () => {
    before?.();
    for (const details of area.current?.querySelectorAll<HTMLDetailsElement>(folded) ?? []) {
      details.open = true;
      // Browsers may send `beforeprint` twice: what the first event unfolded must be folded again too.
      opened.push(details);
    }
  };
  const fold = () => {
    for (const details of opened) details.open = false;
    opened = [];
    after?.();
  };
  window.addEventListener("beforeprint", unfold);
  window.addEventListener("afterprint", fold);
  return () => {
    window.removeEventListener("beforeprint", unfold);
    window.removeEventListener("afterprint", fold);
  };
}
