import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { type BufferedKeys, bufferKey, bufferUntil, textOf } from "./buffered-keys.ts";
import { takeEarlyKeys } from "./early-keys.tsx";
import { takesKeys, usePageKeys } from "./page-keys.ts";

let held: BufferedKeys | null = null;
/** Id of the field that gets the buffered keys, if known. */
let wantedField: string | null = null;
const listeners = new Set<() => void>();

function change(next: BufferedKeys | null): void {
  held = next;
  if (next === null) wantedField = null;
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

/** Buffers typed characters until a loading dialog or field has the focus. */
export const bufferKeysForField = (): void => change(bufferUntil("field"));

/** Focuses the field with this id, now or when it is mounted (`useWantedField`). */
export function requestField(id: string): void {
  const field = document.getElementById(id);
  if (field) {
    field.focus();
    return;
  }
  bufferKeysForField();
  wantedField = id;
}

/** Focuses a field on mount if a shortcut has requested it. */
export const useWantedField = (id: string): void =>
  useLayoutEffect(() => {
    if (wantedField === id) document.getElementById(id)?.focus();
  }, [id]);

/** While `waiting`, buffers these shortcuts, to replay them afterwards. */
export function useBufferedShortcuts(waiting: boolean, shortcuts: readonly string[]): void {
  usePageKeys((event) => {
    if (!waiting || event.altKey || !shortcuts.includes(event.key)) return;
    event.preventDefault();
    change(bufferUntil("page", event.key));
  });
  useEffect(() => {
    if (!waiting) return;
    // A microtask later, when all components of the same update have their listeners.
    return () => queueMicrotask(() => held?.until === "page" && release());
  }, [waiting]);
}

function release(): void {
  const keys = held?.keys ?? [];
  change(null);
  deliver(keys);
}

/** Replays a key on the element that has the focus now. */
export const replayKey = (key: string): void => deliver([key]);

/** Replays keys on the focused element. If a key requests another target that is loading, the buffer keeps the rest. */
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

/** Buffers keys while a dialog or field loads, and first replays the keys pressed before hydration. */
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
  const focus = ({ target }: FocusEvent) => {
    if (!held || !takesKeys(target)) return;
    // Focus in another field cancels the buffer.
    if (held.until === "page") return change(null);
    // A microtask later: a dialog may move the focus to one of its fields.
    queueMicrotask(() => held && release());
  };
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
