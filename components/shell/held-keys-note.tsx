"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Announced } from "#components/page/announced.tsx";
import { listenForHeldKeys, useHeldKeys } from "#components/page/key-buffer.ts";
import { Alert } from "@/components/ui/alert";

/** Shorter waits are not announced. */
const SAID_AFTER_MS = 300;

/** States that a shortcut's target is loading, and that typed characters are kept for it. */
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
    <Announced className="fixed inset-x-0 bottom-6 z-30 mx-auto w-fit max-w-[calc(100vw-2rem)] empty:hidden print:hidden">
      {held && late && (
        <Alert className="px-3 py-2 shadow-black/10 shadow-lg">{t(held.sealed ? "sealed" : "kept")}</Alert>
      )}
    </Announced>
  );
}
