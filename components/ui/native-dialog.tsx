"use client";

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type Props = Omit<ComponentProps<"dialog">, "onClick">;

/**
 * The browser's modal dialog, for dialogs that open before hydration with `showModal()`. A click outside closes it,
 * like Escape, so it must not contain unsaved input.
 */
export function NativeDialog({ className, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog already; not every browser has `closedby` for clicks.
    <dialog
      data-slot="native-dialog"
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      className={cn("border-border p-0 text-foreground", className)}
      {...rest}
    />
  );
}
