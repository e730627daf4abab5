import { useEffect, useState } from "react";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { KeysDialog } from "./keys-dialog.tsx";

const SHOW_KEYS_EVENT = "cotejo:keys";

/** Opens the dialog of shortcuts, from any component. */
export const showKeys = (): void => void window.dispatchEvent(new Event(SHOW_KEYS_EVENT));

/** Opens the dialog of shortcuts with `?`. */
export function KeysHelp() {
  const [open, setOpen] = useState(false);
  usePageKeys((event) => {
    if (event.key !== "?" || event.altKey) return;
    event.preventDefault();
    showKeys();
  });
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(SHOW_KEYS_EVENT, show);
    return () => window.removeEventListener(SHOW_KEYS_EVENT, show);
  }, []);
  return open && <KeysDialog onClosed={() => setOpen(false)} />;
}
