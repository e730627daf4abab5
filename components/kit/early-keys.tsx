"use client";

import { useServerInsertedHTML } from "next/navigation";
import { useRef } from "react";
import { KEY_TARGETS } from "./page-keys.ts";

type EarlyWindow = { cotejoEarlyKeys?: () => string[] };

/**
 * Buffers typed characters from the first paint until hydration. Its source text is part of the document, so it uses
 * nothing from outside its body. Other keys keep their default; characters after such a key are dropped, since their
 * target is unknown.
 */
export function keepEarlyKeys(elsewhere: string): void {
  const keys: string[] = [];
  let sealed = false;
  const drop = () => {
    keys.length = 0;
    sealed = false;
  };
  const press = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    if (altKey || ctrlKey || metaKey || document.cookie.split("; ").includes("keys=off")) return;
    if (target instanceof Element && target.closest(elsewhere)) return;
    const begun = keys.length > 0;
    if (key === "Escape") return drop();
    if (!begun && !/^[a-z?/]$/i.test(key)) return;
    if (key === "Backspace") keys.pop();
    else if (key !== "Enter" && [...key].length > 1) {
      if (!/^(Shift|CapsLock|Dead)$/.test(key)) sealed = true;
      return;
    } else if (!sealed && keys.length < 500) keys.push(key === "Enter" ? "\n" : key);
    event.preventDefault();
  };
  window.addEventListener("keydown", press, true);
  window.addEventListener("pointerdown", drop, true);
  (window as EarlyWindow).cotejoEarlyKeys = () => {
    window.removeEventListener("keydown", press, true);
    window.removeEventListener("pointerdown", drop, true);
    return keys.splice(0);
  };
}

/** The buffered keys; stops the script. */
export const takeEarlyKeys = (): string[] => (window as EarlyWindow).cotejoEarlyKeys?.() ?? [];

/** The script in the head of each document. The content security policy forbids the scripts that React would insert. */
export function EarlyKeys({ nonce }: { nonce: string }) {
  const sent = useRef(false);
  useServerInsertedHTML(() => {
    if (sent.current) return null;
    sent.current = true;
    const script = `(${keepEarlyKeys})(${JSON.stringify(KEY_TARGETS)})`;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the script is a constant of this file, with the nonce of the document.
    return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
  });
  return null;
}
