"use client";

import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { takeEarlyKeys } from "./early-keys.tsx";
import { type HeldKeys, holdKey, holdUntil, textOf } from "./held-keys.ts";
import { takesKeys, usePageKeys } from "./page-keys.ts";

let held: HeldKeys | null = null;
/** Id of the field for the held keys, if known. */
let wanted: string | null = null;
const listeners = new Set<() => void>();

function change(next: HeldKeys | null): void {
  held = next;
  if (next === null) wanted = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHeldKeys = (): HeldKeys | null =>
  useSyncExternalStore(
    subscribe,
    () => held,
    () => null,
  );

/** Holds typed characters for a loading dialog or field until it has the focus. */
export const holdForField = (): void => change(holdUntil("field"));

/** Discards the buffered keys: the requested field does not appear. */
export const dropHeldKeys = (): void => change(null);

/** Focuses the field with this id, at once or as soon as it is there (`useWantedField`). */
export function askForField(id: string): void {
  const field = document.getElementById(id);
  if (field) {
    field.focus();
    return;
  }
  holdForField();
  wanted = id;
}

/** Focuses a field on mount if a shortcut has requested it before. */
export const useWantedField = (id: string): void =>
  useLayoutEffect(() => {
    if (wanted === id) document.getElementById(id)?.focus();
  }, [id]);

/** While this waits, its shortcuts are held and replayed afterwards. */
export function useWaitingKeys(waiting: boolean, shortcuts: readonly string[]): void {
  usePageKeys((event) => {
    if (!waiting || event.altKey || !shortcuts.includes(event.key)) return;
    event.preventDefault();
    change(holdUntil("page", event.key));
  });
  useEffect(() => {
    if (!waiting) return;
    // Once everything of the same update listens.
    return () => queueMicrotask(() => held?.until === "page" && release());
  }, [waiting]);
}

function release(): void {
  const keys = held?.keys ?? [];
  change(null);
  deliver(keys);
}

/** Presses a key once more where the focus has gone meanwhile. */
export const pressAgain = (key: string): void => deliver([key]);

/** Replays keys on the focused element. A key may request another target to wait for, which gets the rest. */
function deliver(keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    const target = document.activeElement ?? document.body;
    const field = textFieldOf(target);
    if (field) {
      insert(field, textOf(keys.slice(index), field instanceof HTMLTextAreaElement));
      return;
    }
    // Enter was pressed before its target was visible.
    if (key === "\n") return;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (held) {
      change({ ...held, keys: [...held.keys, ...keys.slice(index + 1)] });
      return;
    }
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Other fields take no text, and no shortcut leads to a password field. */
function textFieldOf(element: Element | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  if (!(element instanceof HTMLInputElement)) return null;
  return element.selectionStart !== null && element.type !== "password" ? element : null;
}

function insert(field: TextField, text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}

/** Buffers keys while a dialog or field loads. Keys pressed before hydration are replayed first. */
export function listenForHeldKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (!held || takesKeys(event.target)) return;
    const altGraph = event.getModifierState("AltGraph");
    const { key, altKey, ctrlKey, metaKey } = event;
    const next = holdKey(held, { key, altKey, ctrlKey, metaKey, altGraph });
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
    // A dialog may move the focus to one of its fields.
    queueMicrotask(() => held && release());
  };
  const give = () => held && change(null);
  window.addEventListener("keydown", press, true);
  window.addEventListener("focusin", focus);
  window.addEventListener("pointerdown", give, true);
  const early = takeEarlyKeys();
  if (early.length > 0) queueMicrotask(() => deliver(early));
  return () => {
    window.removeEventListener("keydown", press, true);
    window.removeEventListener("focusin", focus);
    window.removeEventListener("pointerdown", give, true);
  };
}
