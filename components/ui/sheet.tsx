"use client";

import { Dialog as DialogPrimitive } from "radix-ui";
import { type ComponentProps, useEffect, useSyncExternalStore } from "react";
import { cn } from "@/components/ui/cn";
import { BaseContent, Dialog, DialogContent } from "@/components/ui/dialog";

/** From this width on (Tailwind's `lg`) a sheet has room beside the page. */
const WIDE = "(min-width: 64rem)";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(WIDE);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

const useHasRoom = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );

/**
 * A panel at the right, beside the page, which can be read, scrolled and pressed while the panel is open. Tab stays in
 * the panel. On narrower screens it is a dialog.
 */
export const Sheet = (props: ComponentProps<typeof Dialog>) => <Dialog modal={!useHasRoom()} {...props} />;

export function SheetContent({ className, ...rest }: ComponentProps<typeof DialogContent>) {
  const hasRoom = useHasRoom();
  useEffect(() => {
    if (!hasRoom) return;
    const { dataset } = document.documentElement;
    // The page makes room for the sheet, and its shortcuts wait (`page-keys.ts`).
    dataset.sheet = "";
    return () => {
      delete dataset.sheet;
    };
  }, [hasRoom]);
  if (!hasRoom) return <DialogContent className={className} {...rest} />;
  return (
    <DialogPrimitive.Portal>
      <BaseContent
        data-slot="sheet-content"
        className={cn("top-12 right-0 bottom-0 z-10 w-(--sheet) border-l pb-0", className)}
        {...rest}
      />
    </DialogPrimitive.Portal>
  );
}
