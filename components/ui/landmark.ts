/**
 * Container of an overlay without a role of its own: its dialog, else the page's main landmark, since readers who move
 * by landmarks miss content outside of them.
 */
export const landmarkOf = (element?: Element | null): HTMLElement | null =>
  typeof document === "undefined"
    ? null
    : (element?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.querySelector("main"));
