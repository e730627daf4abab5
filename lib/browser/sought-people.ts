/**
 * What people are being looked for by. It names somebody, so it is kept in the memory of this tab alone, not in an address,
 * a history entry or a storage: enough for the palette and the list to hand it over, and for Back to find it again. A page
 * that is loaded anew has forgotten it.
 */
let sought = "";
const listeners = new Set<() => void>();

export const soughtPeople = (): string => sought;

export function seekPeople(text: string): void {
  sought = text;
  for (const listener of listeners) listener();
}

export function onSought(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
