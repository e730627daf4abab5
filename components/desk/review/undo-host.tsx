import { useRef, useState } from "react";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { shownToasts } from "@/components/ui/toast-store";
import { isBulkStep, type LastStep, useLastStep } from "./last-step.ts";
import { UndoToast } from "./undo-toast.tsx";

/**
 * Offers to undo the user's last step for ten seconds, on all pages. The shortcut acts at once while the toast names the
 * file; else a dialog asks.
 */
export function UndoHost() {
  const last = useLastStep();
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
    setAsked(last);
  });
  return <UndoToast last={last} offered={offered} asked={asked} onAnswered={() => setAsked(null)} />;
}
