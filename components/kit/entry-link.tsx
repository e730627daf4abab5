import type { MouseEvent, ReactNode } from "react";
import { isModifiedClick } from "#components/kit/modified-click.ts";

export const LINKED_ENTRY = "focus:-mx-2 focus:rounded focus:bg-accent focus:px-2";

/** The event at which a closed `Folded` renders the entry of a link; `detail` is the id of the entry. */
export const SHOW_ENTRY = "cotejo:show-entry";

/** Depth of nested folds: a list, and a group in it. */
const MAX_NESTED_FOLDS = 2;

/**
 * Opens the folds around an entry of this page, scrolls to it, and focuses and marks it until the focus moves on.
 * `:target` does not work: Next navigates without it, and ignores history entries that it did not create.
 */
export function showEntry(id: string): void {
  for (let depth = 0; depth < MAX_NESTED_FOLDS && !document.getElementById(id); depth += 1) {
    window.dispatchEvent(new CustomEvent(SHOW_ENTRY, { detail: id }));
  }
  const entry = document.getElementById(id);
  if (!entry) return;
  for (let folded = entry.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) {
    folded.open = true;
  }
  // Removed on blur: otherwise a click into the entry would focus and mark it.
  entry.tabIndex = -1;
  entry.addEventListener("blur", () => entry.removeAttribute("tabindex"), { once: true });
  entry.focus({ preventScroll: true });
  entry.scrollIntoView({ block: "center" });
}

export function EntryLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const show = (event: MouseEvent) => {
    // A click for a new tab or window follows the link as usual.
    if (isModifiedClick(event)) return;
    event.preventDefault();
    showEntry(id);
  };
  return (
    <a href={`#${id}`} onClick={show} className={className}>
      {children}
    </a>
  );
}
