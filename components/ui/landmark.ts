/**
 * Container of an overlay that has no landmark role: its dialog, else the main landmark, since users who navigate by
 * landmarks miss content outside of landmarks.
 */
export const landmarkOf = (element?: Element | null): HTMLElement | null =>
  typeof document === "undefined"
    ? null
    : (element?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.querySelector("main"));
