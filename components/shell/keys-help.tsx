import { type ComponentType, useEffect, useState } from "react";
import { bufferKeysForField, clearKeyBuffer } from "#components/page/key-buffer.ts";
import { LazyMessages } from "#components/page/lazy-messages.tsx";
import { usePageKeys } from "#components/page/page-keys.ts";

const SHOW_KEYS_EVENT = "cotejo:keys";

/** Opens the dialog of shortcuts, from any component. */
export const showKeys = (): void => void window.dispatchEvent(new Event(SHOW_KEYS_EVENT));

/** Opens the dialog of shortcuts with `?`. Its code is loaded on first use. */
export function KeysHelp() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClosed: () => void }> | null>(null);
  usePageKeys((event) => {
    if (event.key !== "?" || event.altKey) return;
    event.preventDefault();
    showKeys();
  });
  useEffect(() => {
    // If the code cannot be loaded, no dialog opens.
    const show = () => {
      bufferKeysForField();
      import("./keys-dialog.tsx").then(({ KeysDialog }) => setDialog(() => KeysDialog), clearKeyBuffer);
    };
    window.addEventListener(SHOW_KEYS_EVENT, show);
    return () => window.removeEventListener(SHOW_KEYS_EVENT, show);
  }, []);
  return (
    Dialog && (
      <LazyMessages of="keys-help">
        <Dialog onClosed={() => setDialog(null)} />
      </LazyMessages>
    )
  );
}
