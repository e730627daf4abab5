"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useLayoutEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { leaveForSignIn } from "#lib/browser/query-client.ts";
import { signOut } from "#lib/browser/session.ts";

type Props = { phase: "idle" | "absolute"; seconds: number; onStay: () => void };

/** Says that the session is about to end: for want of activity, where one can stay, or since it has lasted long enough. */
export function SessionEnding({ phase, seconds, onStay }: Props) {
  const t = useTranslations(`access.ending.${phase}`);
  const dialog = useRef<HTMLDialogElement>(null);
  const [title, about] = [useId(), useId()];
  const leave = useMutation({ mutationFn: signOut, onSettled: leaveForSignIn });
  const onwards = useRef<HTMLButtonElement>(null);
  // In the layout's time, when the dialog still stands there: closing it gives the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    onwards.current?.focus();
    return () => shown?.close();
  }, []);
  const minutes = Math.floor(seconds / 60);
  const left = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  // Escape is an answer too: somebody is there. It goes once the server has heard of it, and else can be said again.
  const close = () => (phase === "idle" ? onStay() : dialog.current?.close());
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={about}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A second Escape closes it whatever is prevented: while the answer is out, it stays.
      onClose={() => phase === "idle" && dialog.current?.showModal()}
      className="m-auto w-96 max-w-[calc(100vw-2rem)] space-y-4 rounded-lg border border-border bg-card p-6 text-foreground"
    >
      <div className="space-y-1">
        <h2 id={title} className="font-semibold text-base">
          {t("title")}
        </h2>
        <p id={about} className="text-muted-foreground text-sm">
          {t("about")}
        </p>
      </div>
      {/* Not said each second. */}
      <p aria-hidden className="font-semibold text-2xl tabular-nums">
        {left}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
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
            <Button ref={onwards} disabled={leave.isPending} onClick={() => leave.mutate()}>
              {t("again")}
            </Button>
          </>
        )}
      </div>
    </dialog>
  );
}
