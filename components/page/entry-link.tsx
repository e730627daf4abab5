"use client";

import type { MouseEvent, ReactNode } from "react";
import { isModifiedClick } from "#components/page/modified-click.ts";

/** Classes of the target of an `EntryLink`. */
export const LINKED_ENTRY = "focus:-mx-2 focus:rounded focus:bg-accent focus:px-2";

/** The event at which a closed `Folded` draws the entry that a link leads to; `detail` is the id of the entry. */
export const SHOW_ENTRY = "cotejo:show-entry";

/** A group within a folded list. */
const DEEPEST = 2;

/**
 * Opens the folds around an entry of this page, scrolls to it, marks it and focuses it until the focus moves on.
 * `:target` does not work here: Next navigates without it, and does not return to a history entry that it has not
 * created.
 */
export function showEntry(id: string): void {
  for (let depth = 0; depth < DEEPEST && !document.getElementById(id); depth += 1) {
    window.dispatchEvent(new CustomEvent(SHOW_ENTRY, { detail: id }));
  }
  const entry = document.getElementById(id);
  if (!entry) return;
  for (let folded = entry.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) {
    folded.open = true;
  }
  // Removed on blur: a click into the entry must not mark it.
  entry.tabIndex = -1;
  entry.addEventListener("blur", () => entry.removeAttribute("tabindex"), { once: true });
  entry.focus({ preventScroll: true });
  entry.scrollIntoView({ block: "center" });
}

/** Leads to an entry of the same page. */
export function EntryLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const show = (event: MouseEvent) => {
    // A click for a new tab or window follows the link.
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
