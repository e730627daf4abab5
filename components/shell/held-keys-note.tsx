"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { listenForHeldKeys, useHeldKeys } from "#components/page/key-buffer.ts";

/** Shorter waits are not announced. */
const SAID_AFTER_MS = 300;

/** Says that what was asked for by a key is being loaded, and what becomes of what one types meanwhile. */
export function HeldKeysNote() {
  const t = useTranslations("shell.heldKeys");
  const held = useHeldKeys();
  const [late, setLate] = useState(false);
  const waits = held !== null;
  useEffect(listenForHeldKeys, []);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), SAID_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-6 z-30 mx-auto w-fit max-w-[calc(100vw-2rem)] rounded-md border border-border bg-card px-3 py-2 text-sm shadow-black/10 shadow-lg empty:hidden print:hidden"
    >
      {held && late && t(held.sealed ? "sealed" : "kept")}
    </p>
  );
}
