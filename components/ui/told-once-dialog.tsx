"use client";

import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { cn } from "./cn.ts";

type Props = {
  title: string;
  about: string;
  className: string;
  /** What has the focus first, where that is not the first button. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * Around what can't be shown again: nothing closes it but who renders it, no Escape, no click beside it. Whatever a browser
 * closes it by all the same, there it is again.
 */
export function ToldOnceDialog({ title, about, className, first, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [titled, described] = [useId(), useId()];
  useEffect(() => {
    dialog.current?.showModal();
    first?.current?.focus();
  }, [first]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titled}
      aria-describedby={described}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className={cn(
        "m-auto max-w-[calc(100vw-2rem)] space-y-4 rounded-lg border border-border bg-card p-6 text-foreground",
        className,
      )}
    >
      <div className="space-y-1">
        <h2 id={titled} className="wrap-anywhere font-semibold text-base">
          {title}
        </h2>
        <p id={described} className="wrap-anywhere text-muted-foreground text-sm">
          {about}
        </p>
      </div>
      {children}
    </dialog>
  );
}
