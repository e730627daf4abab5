"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";

type Props = {
  title: string;
  about: ReactNode;
  /** Something is under way: the dialog stays. */
  busy: boolean;
  /** For what one reads and writes at length. */
  wide?: boolean;
  className?: string;
  onClosed: () => void;
  children: ReactNode;
};

/** Ctrl or Cmd with Enter sends the form of a dialog from anywhere in it, unless something in it has used the keys. */
function sendForm(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  const form = event.currentTarget.querySelector("form");
  if (!form) return;
  event.preventDefault();
  const submit = form.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!submit?.disabled) form.requestSubmit(submit);
}

/**
 * A dialog that asks for what an action needs, open from its first moment on. What is typed in it is not lost to a click
 * beside it; while something is under way, not even Escape closes it.
 */
export function ActionDialog({ title, about, busy, wide = false, className, onClosed, children }: Props) {
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClosed()}>
      <DialogContent
        onInteractOutside={(event) => event.preventDefault()}
        onKeyDown={sendForm}
        className={cn(wide && "w-[42rem]", className)}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription asChild>
            <div>{about}</div>
          </DialogDescription>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  );
}
