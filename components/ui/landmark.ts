/**
 * Where an overlay without a role of its own is put: in the dialog that it belongs to, else in the page's main landmark, since
 * what stands outside of landmarks is missed by those who move by them.
 */
export const landmarkOf = (element?: Element | null): HTMLElement | null =>
  typeof document === "undefined"
    ? null
    : (element?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.querySelector("main"));
