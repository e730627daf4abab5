"use client";

import { setNonce } from "get-nonce";
import { Dialog as DialogPrimitive } from "radix-ui";
import { type ComponentProps, type KeyboardEvent, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { showFocused, useDialogFocus } from "@/components/ui/overlay-focus";
import { part } from "@/components/ui/part";

/** A modal dialog locks the page's scroll with a style element of `react-remove-scroll`, for which the CSP requires a nonce. */
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) setNonce(nonce);
}

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = part(DialogPrimitive.Trigger, "dialog-trigger");
export const DialogClose = part(DialogPrimitive.Close, "dialog-close");

/** Centred without a CSS transform, which would become the containing block of fixed elements inside. */
export function DialogContent({ className, ...rest }: ContentProps) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay data-slot="dialog-overlay" className="fixed inset-0 z-50 bg-black/40" />
      <BaseContent
        data-slot="dialog-content"
        aria-modal
        className={cn(
          "inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[30rem] max-w-[calc(100vw-2rem)] rounded-lg border",
          className,
        )}
        {...rest}
      />
    </DialogPrimitive.Portal>
  );
}

type ContentProps = ComponentProps<typeof DialogPrimitive.Content>;

/** The content of a dialog or a sheet, without its place. */
export function BaseContent({ className, children, ...rest }: ContentProps) {
  const focus = useDialogFocus(rest);
  const { close, press } = useEscape(rest);
  return (
    <DialogPrimitive.Content
      onFocus={showFocused}
      className={cn(
        "fixed flex flex-col gap-4 overflow-y-auto overscroll-contain border-border bg-popover p-6 text-popover-foreground outline-none",
        className,
      )}
      {...rest}
      {...focus}
      onKeyDown={press}
    >
      {children}
      <DialogPrimitive.Close asChild>
        <span ref={close} hidden />
      </DialogPrimitive.Close>
    </DialogPrimitive.Content>
  );
}

/**
 * Radix sends Escape to the layer mounted last, for example to a toast that appears while a dialog is open. The dialog
 * with the focus then closes through the `close` element, which its content renders.
 */
function useEscape({ onKeyDown, onEscapeKeyDown }: ComponentProps<typeof DialogPrimitive.Content>) {
  const close = useRef<HTMLSpanElement>(null);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event);
    const { currentTarget, target, nativeEvent } = event;
    if (event.key !== "Escape" || nativeEvent.defaultPrevented || !currentTarget.contains(target as Node)) return;
    onEscapeKeyDown?.(nativeEvent);
    if (nativeEvent.defaultPrevented) return;
    event.preventDefault();
    close.current?.click();
  };
  return { close, press };
}

export const DialogHeader = part("div", "dialog-header", "space-y-1");
export const DialogTitle = part(DialogPrimitive.Title, "dialog-title", "wrap-anywhere font-semibold text-base");
export const DialogDescription = part(
  DialogPrimitive.Description,
  "dialog-description",
  "wrap-anywhere text-muted-foreground text-sm",
);
export const DialogFooter = part("div", "dialog-footer", "flex flex-wrap items-center justify-end gap-2");
