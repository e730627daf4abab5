/** Of the palette's dialog. */
export const PALETTE_ID = "palette";

/** Opens the palette where there is one, and says whether there is. Above another dialog it does not open. */
export function openPalette(): boolean {
  const dialog = document.getElementById(PALETTE_ID);
  if (!(dialog instanceof HTMLDialogElement)) return false;
  if (!dialog.open && !document.querySelector("[aria-modal=true][data-state=open]")) dialog.showModal();
  return true;
}

/**
 * Opens the palette by Ctrl+K or ⌘K from the first script on: those who press it while the page is still being hydrated and
 * type on lose nothing. Called by `instrumentation-client.ts`.
 */
export function listenForPalette(): void {
  window.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (openPalette()) event.preventDefault();
  });
}
