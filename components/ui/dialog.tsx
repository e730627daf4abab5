"use client";

import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { cn } from "@/components/ui/cn";

type Props = {
  title: string;
  about: ReactNode;
  busy: boolean;
  /** For what one reads and writes at length. */
  wide?: boolean;
  onClosed: () => void;
  children: ReactNode;
};

/** A dialog, open from its first moment on; while something is under way it stays. */
export function Dialog({ title, about, busy, wide = false, onClosed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const first = dialog.current?.querySelector("input");
    const chosen = first?.type === "radio" && dialog.current?.querySelector("input[type=radio]:checked");
    if (chosen instanceof HTMLElement) chosen.focus();
    else first?.focus();
    return () => {
      // It goes without having been closed: the browser then leaves the focus on nothing.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={(event) => event.target === dialog.current && onClosed()}
      onCancel={(event) => busy && event.preventDefault()}
      // A browser heeds that once; pressed again, Escape closes whatever the page says.
      onKeyDown={(event) => busy && event.key === "Escape" && event.preventDefault()}
      // Gaps, not margins: a dialog that waits behind what is shown takes no room.
      className={cn(
        "m-auto max-w-[calc(100vw-2rem)] flex-col gap-4 rounded-lg border border-border bg-card p-6 text-foreground open:flex",
        wide ? "w-[42rem]" : "w-[30rem]",
      )}
    >
      <div className="space-y-1">
        <h2 id={id} className="wrap-anywhere font-semibold text-base">
          {title}
        </h2>
        <div className="text-muted-foreground text-sm">{about}</div>
      </div>
      {children}
    </dialog>
  );
}

type LightDialogProps = Omit<ComponentProps<"dialog">, "ref" | "onClick"> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/**
 * A modal dialog that holds nothing one could lose: a click beside it closes it, as Escape does. Open it with
 * `showModal()`.
 */
export function LightDialog({ ref, className, children, ...rest }: LightDialogProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already; not every browser has `closedby` for the click.
    <dialog
      ref={ref}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className={cn("border-border p-0 text-foreground", className)}
      {...rest}
    >
      {children}
    </dialog>
  );
}
