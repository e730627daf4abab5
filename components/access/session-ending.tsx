import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState } from "react";
import { endSession, signOutAndLeave } from "#lib/access/browser/session.ts";
import { loadPage, sessionEnded, signInAddress } from "#lib/platform/browser/signed-out.ts";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";

export type EndingProps = { phase: "idle" | "absolute"; seconds: number; onStay: () => void };

/** Warns before the session ends: by inactivity, which the user can prevent, or at its maximum length. */
export function SessionEnding({ phase, seconds, onStay }: EndingProps) {
  const t = useTranslations(`access.ending.${phase}`);
  const [open, setOpen] = useState(true);
  const leave = useMutation({ mutationFn: signOutAndLeave, onError: () => loadPage(signInAddress()) });
  // The page stays open, for a user who signs in again at once.
  const renew = useMutation({ mutationFn: endSession, onSettled: sessionEnded });
  const onwards = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // An open `dialog` element, such as the command palette, is in the browser's top layer, above this warning.
    for (const palette of document.querySelectorAll("dialog")) palette.close();
  }, []);
  const minutes = Math.floor(seconds / 60);
  const left = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  // Escape counts as activity too. The warning closes after the answer of the server: a failed report can be repeated.
  const close = () => (phase === "idle" ? onStay() : setOpen(false));
  return (
    <Dialog open={open} onOpenChange={(shown) => !shown && close()}>
      <DialogContent
        role="alertdialog"
        className="w-96"
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          onwards.current?.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{t("title")}</DialogTitle>
          <DialogDescription>{t("about")}</DialogDescription>
        </DialogHeader>
        {/* Hidden from screen readers, which would read it every second. */}
        <p aria-hidden className="font-semibold text-2xl tabular-nums">
          {left}
        </p>
        <DialogFooter>
          {phase === "idle" ? (
            <>
              <Button variant="ghost" disabled={leave.isPending} onClick={() => leave.mutate()}>
                {t("leave")}
              </Button>
              <Button ref={onwards} onClick={close}>
                {t("stay")}
              </Button>
            </>
          ) : (
            <>
              <Button variant="ghost" onClick={close}>
                {t("later")}
              </Button>
              <Button ref={onwards} disabled={renew.isPending} onClick={() => renew.mutate()}>
                {t("again")}
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
