export const PALETTE_ID = "palette";

/** Opens the palette, and returns whether the page has one. It does not open above another dialog. */
export function openPalette(): boolean {
  const dialog = document.getElementById(PALETTE_ID);
  if (!(dialog instanceof HTMLDialogElement)) return false;
  if (!dialog.open && !document.querySelector("[aria-modal=true][data-state=open]")) dialog.showModal();
  return true;
}

/**
 * Opens the palette with Ctrl+K or ⌘K from the first script on, so that text typed during hydration is kept. Called by
 * `instrumentation-client.ts`.
 */
export function listenForPalette(): void {
  window.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (openPalette()) event.preventDefault();
  });
}
