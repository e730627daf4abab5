import { useEffect, useSyncExternalStore } from "react";
import { type BufferedKeys, bufferFrom, bufferKey, textOf } from "./buffered-keys.ts";
import { takeEarlyKeys } from "./early-keys.tsx";
import { takesKeys, usePageKeys } from "./page-keys.ts";

let held: BufferedKeys | null = null;
const listeners = new Set<() => void>();

function change(next: BufferedKeys | null): void {
  held = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useBufferedKeys = (): BufferedKeys | null =>
  useSyncExternalStore(
    subscribe,
    () => held,
    () => null,
  );

/** While `waiting`, buffers these shortcuts, to replay them afterwards. */
export function useBufferedShortcuts(waiting: boolean, shortcuts: readonly string[]): void {
  usePageKeys((event) => {
    if (!waiting || event.altKey || !shortcuts.includes(event.key)) return;
    event.preventDefault();
    change(bufferFrom(event.key));
  });
  useEffect(() => {
    if (!waiting) return;
    // A microtask later, when all components of the same update have their listeners.
    return () => queueMicrotask(() => held && release());
  }, [waiting]);
}

function release(): void {
  const keys = held?.keys ?? [];
  change(null);
  deliver(keys);
}

/** Replays a key on the element that has the focus now. */
export const replayKey = (key: string): void => deliver([key]);

/** Replays keys on the focused element. If a key is a shortcut of a part that is loading, the buffer keeps the rest. */
function deliver(keys: readonly string[]): void {
  const [key, ...rest] = keys;
  if (key === undefined) return;
  const target = document.activeElement ?? document.body;
  const field = textFieldOf(target);
  if (field) {
    insert(field, textOf(keys, field instanceof HTMLTextAreaElement));
    return;
  }
  // The user pressed Enter before the target was visible, or a key that acts at once before the page was ready.
  if (key === "\n" || key === TAKE_KEY) return;
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  // A microtask later, when React has updated the page for this key, which can move the focus.
  if (held) change({ ...held, keys: [...held.keys, ...rest] });
  else queueMicrotask(() => deliver(rest));
}

/** Takes the next file at once. */
const TAKE_KEY = "t";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Other inputs take no text; no shortcut leads to a password field. */
function textFieldOf(element: Element | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  if (!(element instanceof HTMLInputElement)) return null;
  return element.selectionStart !== null && element.type !== "password" ? element : null;
}

function insert(field: TextField, text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}

/** Buffers keys while a page loads, and first replays the keys pressed before hydration. */
export function listenForHeldKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!held || takesKeys(event.target)) return;
    const altGraph = event.getModifierState("AltGraph");
    const { key, altKey, ctrlKey, metaKey } = event;
    const next = bufferKey(held, { key, altKey, ctrlKey, metaKey, altGraph });
    if (next === "passes") return;
    if (next !== null || event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    change(next);
  };
  // Focus in another field cancels the buffer.
  const focus = ({ target }: FocusEvent) => held && takesKeys(target) && change(null);
  const cancel = () => held && change(null);
  window.addEventListener("keydown", press, true);
  window.addEventListener("focusin", focus);
  window.addEventListener("pointerdown", cancel, true);
  const early = takeEarlyKeys();
  if (early.length > 0) queueMicrotask(() => deliver(early));
  return () => {
    window.removeEventListener("keydown", press, true);
    window.removeEventListener("focusin", focus);
    window.removeEventListener("pointerdown", cancel, true);
  };
}
