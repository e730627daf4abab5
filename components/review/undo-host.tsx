import { lazy, Suspense, useRef, useState, useSyncExternalStore } from "react";
import { bufferKeysForField } from "#components/page/key-buffer.ts";
import { usePageKeys } from "#components/page/page-keys.ts";
import { shownToasts, subscribeToToasts } from "@/components/ui/toast-store";
import { isBulkStep, type LastStep, useLastStep } from "./last-step.ts";

/** The code is loaded after the first step, or after the first step that could not be saved. */
const UndoToast = lazy(() => import("./undo-toast.tsx").then((code) => ({ default: code.UndoToast })));

/**
 * Offers to undo the user's last step for ten seconds, on all pages. The shortcut acts at once while the toast names the
 * file; else a dialog asks.
 */
export function UndoHost() {
  const last = useLastStep();
  const [wanted, setWanted] = useState(false);
  const hasToast = useSyncExternalStore(
    subscribeToToasts,
    () => shownToasts().length > 0,
    () => false,
  );
  if ((last || hasToast) && !wanted) setWanted(true);
  const [asked, setAsked] = useState<LastStep | null>(null);
  /** The toast of the last step. */
  const offered = useRef<string | null>(null);
  usePageKeys((event) => {
    if (event.key !== "z" || event.repeat || !last) return;
    event.preventDefault();
    // A replayed key was pressed before the user could read the toast, and the toast of a bulk step names no file.
    const isRead = event.isTrusted && !isBulkStep(last);
    const shown = isRead ? shownToasts().find(({ id, open }) => open && id === offered.current) : undefined;
    if (shown?.action) return shown.action.onClick();
    bufferKeysForField();
    setAsked(last);
  });
  if (!wanted) return null;
  return (
    <Suspense>
      <UndoToast last={last} offered={offered} asked={asked} onAnswered={() => setAsked(null)} />
    </Suspense>
  );
}
