/** Of the palette's dialog. */
export const PALETTE_ID = "palette";

/**
 * Opens the palette by Ctrl+K or ⌘K from the first script on: those who press it while the page is still being hydrated and
 * type on lose nothing. Called by `instrumentation-client.ts`.
 */
export function listenForPalette(): void {
  window.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const dialog = document.getElementById(PALETTE_ID);
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  });
}
