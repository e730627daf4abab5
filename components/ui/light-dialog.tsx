"use client";

import type { ComponentProps, RefObject } from "react";
import { cn } from "./cn.ts";

type Props = Omit<ComponentProps<"dialog">, "ref" | "onClick"> & { ref: RefObject<HTMLDialogElement | null> };

/**
 * A modal dialog that holds nothing one could lose: a click beside it closes it, as Escape does. Open it with
 * `showModal()`.
 */
export function LightDialog({ ref, className, children, ...rest }: Props) {
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
