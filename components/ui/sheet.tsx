"use client";

import "@/components/ui/style-nonce";
import { Dialog as SheetPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { showFocused, useDialogFocus } from "@/components/ui/overlay-focus";

/** A dialog along the left edge of the window. */
export function Sheet(props: ComponentProps<typeof SheetPrimitive.Root>) {
  return <SheetPrimitive.Root data-slot="sheet" {...props} />;
}

export function SheetClose(props: ComponentProps<typeof SheetPrimitive.Close>) {
  return <SheetPrimitive.Close data-slot="sheet-close" {...props} />;
}

export function SheetContent(props: ComponentProps<typeof SheetPrimitive.Content>) {
  return (
    <SheetPrimitive.Portal>
      <SheetPrimitive.Overlay data-slot="sheet-overlay" className="fixed inset-0 z-50 bg-black/40" />
      <Content {...props} />
    </SheetPrimitive.Portal>
  );
}

function Content({ className, ...rest }: ComponentProps<typeof SheetPrimitive.Content>) {
  const focus = useDialogFocus(rest);
  return (
    <SheetPrimitive.Content
      data-slot="sheet-content"
      aria-modal
      onFocus={showFocused}
      className={cn(
        "fixed inset-y-0 left-0 z-50 flex w-64 max-w-[85vw] flex-col overflow-y-auto overscroll-contain border-border border-r bg-background text-foreground outline-none",
        className,
      )}
      {...rest}
      {...focus}
    />
  );
}
