"use client";

import { type ComponentType, useEffect, useState } from "react";
import { dropHeldKeys, holdForField } from "#components/page/key-buffer.ts";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { usePageKeys } from "#components/page/page-keys.ts";

const SHOW = "cotejo:keys";

/** Shows which keys there are, from anywhere. */
export const showKeys = (): void => void window.dispatchEvent(new Event(SHOW));

/** Opens the dialog of shortcuts by `?`; its code is loaded on first use. */
export function KeysHelp() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClosed: () => void }> | null>(null);
  usePageKeys((event) => {
    if (event.key !== "?" || event.altKey) return;
    event.preventDefault();
    showKeys();
  });
  useEffect(() => {
    // Without its code there is nothing to show.
    const show = () => {
      holdForField();
      import("./keys-dialog.tsx").then(({ KeysDialog }) => setDialog(() => KeysDialog), dropHeldKeys);
    };
    window.addEventListener(SHOW, show);
    return () => window.removeEventListener(SHOW, show);
  }, []);
  return (
    Dialog && (
      <LaterMessages of="keys-help">
        <Dialog onClosed={() => setDialog(null)} />
      </LaterMessages>
    )
  );
}
