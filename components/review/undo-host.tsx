import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { bufferKeysForField } from "#components/page/key-buffer.ts";
import { usePageKeys } from "#components/page/page-keys.ts";
import { shownToasts, subscribeToToasts } from "@/components/ui/toast-store";
import { type LastStep, useLastStep } from "./last-step.ts";

/** The code is loaded after the first step, or after the first step that could not be saved. */
const UndoToast = lazy(() => import("./undo-toast.tsx").then((code) => ({ default: code.UndoToast })));

/** Offers to undo the user's last step for ten seconds, on all pages; the shortcut acts at once. */
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
  usePageKeys((event) => {
    if (event.key !== "z" || !last) return;
    event.preventDefault();
    bufferKeysForField();
    setAsked(last);
  });
  if (!wanted) return null;
  return (
    <Suspense>
      <UndoToast last={last} asked={asked} onAnswered={() => setAsked(null)} />
    </Suspense>
  );
}
