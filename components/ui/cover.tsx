"use client";

import { type ComponentProps, type RefObject, useEffect } from "react";
import { createPortal } from "react-dom";
import { cn } from "@/components/ui/cn";

type Props = Omit<ComponentProps<"dialog">, "ref"> & { ref: RefObject<HTMLDialogElement | null> };

/**
 * Covers the whole window, including open dialogs, menus and messages: a native modal dialog is in the browser's top
 * layer and makes the rest inert. Open it with `showModal()`; only its parent closes it.
 */
export function Cover({ ref, className, ...rest }: Props) {
  useEffect(() => {
    const cover = ref.current;
    if (!cover) return;
    // A dialog that opens below sets `aria-hidden` on this cover too; it is removed, for screen readers.
    const reveal = () => cover.removeAttribute("aria-hidden");
    reveal();
    const hidden = new MutationObserver(() => cover.hasAttribute("aria-hidden") && reveal());
    hidden.observe(cover, { attributeFilter: ["aria-hidden"] });
    return () => hidden.disconnect();
  }, [ref]);
  return createPortal(
    <dialog
      ref={ref}
      data-slot="cover"
      aria-modal
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // Some browsers close a dialog in spite of `closedby`.
      onClose={() => ref.current?.open === false && ref.current.showModal()}
      className={cn(
        "pointer-events-auto fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-background text-foreground",
        className,
      )}
      {...rest}
    />,
    document.body,
  );
}
