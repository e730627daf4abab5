"use client";

import "@/components/ui/style-nonce";
import { Dialog as SheetPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { showFocused, useDialogFocus } from "@/components/ui/overlay-focus";

/** A dialog along an edge of the window. */
export function Sheet(props: ComponentProps<typeof SheetPrimitive.Root>) {
  return <SheetPrimitive.Root data-slot="sheet" {...props} />;
}

export function SheetClose(props: ComponentProps<typeof SheetPrimitive.Close>) {
  return <SheetPrimitive.Close data-slot="sheet-close" {...props} />;
}

const SIDES = {
  left: "left-0 border-r",
  right: "right-0 border-l",
} as const;

type ContentProps = ComponentProps<typeof SheetPrimitive.Content> & { side?: keyof typeof SIDES };

export function SheetContent(props: ContentProps) {
  return (
    <SheetPrimitive.Portal>
      <SheetPrimitive.Overlay data-slot="sheet-overlay" className="fixed inset-0 z-50 bg-black/40" />
      <Content {...props} />
    </SheetPrimitive.Portal>
  );
}

function Content({ side = "right", className, ...rest }: ContentProps) {
  const focus = useDialogFocus(rest);
  return (
    <SheetPrimitive.Content
      data-slot="sheet-content"
      aria-modal
      onFocus={showFocused}
      className={cn(
        "fixed inset-y-0 z-50 flex w-64 max-w-[85vw] flex-col overflow-y-auto overscroll-contain border-border bg-background text-foreground outline-none",
        SIDES[side],
        className,
      )}
      {...rest}
      {...focus}
    />
  );
}

export function SheetTitle({ className, ...rest }: ComponentProps<typeof SheetPrimitive.Title>) {
  return (
    <SheetPrimitive.Title data-slot="sheet-title" className={cn("font-semibold text-base", className)} {...rest} />
  );
}
