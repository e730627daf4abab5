"use client";

import "@/components/ui/style-nonce";
import { AlertDialog as AlertDialogPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { buttonVariants } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useEscape } from "@/components/ui/overlay-escape";
import { showFocused, useDialogFocus } from "@/components/ui/overlay-focus";

/** Interrupts for an answer: only its buttons and Escape close it. */
export function AlertDialog(props: ComponentProps<typeof AlertDialogPrimitive.Root>) {
  return <AlertDialogPrimitive.Root data-slot="alert-dialog" {...props} />;
}

export function AlertDialogTrigger(props: ComponentProps<typeof AlertDialogPrimitive.Trigger>) {
  return <AlertDialogPrimitive.Trigger data-slot="alert-dialog-trigger" {...props} />;
}

export function AlertDialogContent(props: ComponentProps<typeof AlertDialogPrimitive.Content>) {
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay data-slot="alert-dialog-overlay" className="fixed inset-0 z-50 bg-black/40" />
      <Content {...props} />
    </AlertDialogPrimitive.Portal>
  );
}

function Content({ className, children, ...rest }: ComponentProps<typeof AlertDialogPrimitive.Content>) {
  const focus = useDialogFocus(rest);
  const { close, onKeyDown } = useEscape(rest);
  return (
    <AlertDialogPrimitive.Content
      data-slot="alert-dialog-content"
      aria-modal
      onFocus={showFocused}
      className={cn(
        "fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-96 max-w-[calc(100vw-2rem)] flex-col gap-4 overflow-y-auto overscroll-contain rounded-lg border border-border bg-popover p-6 text-popover-foreground outline-none",
        className,
      )}
      {...rest}
      {...focus}
      onKeyDown={onKeyDown}
    >
      {children}
      <AlertDialogPrimitive.Action asChild>
        <span ref={close} hidden />
      </AlertDialogPrimitive.Action>
    </AlertDialogPrimitive.Content>
  );
}

export function AlertDialogHeader({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="alert-dialog-header" className={cn("space-y-1", className)} {...rest} />;
}

export function AlertDialogTitle({ className, ...rest }: ComponentProps<typeof AlertDialogPrimitive.Title>) {
  return (
    <AlertDialogPrimitive.Title
      data-slot="alert-dialog-title"
      className={cn("wrap-anywhere font-semibold text-base", className)}
      {...rest}
    />
  );
}

export function AlertDialogDescription({
  className,
  ...rest
}: ComponentProps<typeof AlertDialogPrimitive.Description>) {
  return (
    <AlertDialogPrimitive.Description
      data-slot="alert-dialog-description"
      className={cn("wrap-anywhere text-muted-foreground text-sm", className)}
      {...rest}
    />
  );
}

export function AlertDialogFooter({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      data-slot="alert-dialog-footer"
      className={cn("flex flex-wrap items-center justify-end gap-2", className)}
      {...rest}
    />
  );
}

export function AlertDialogAction({ className, ...rest }: ComponentProps<typeof AlertDialogPrimitive.Action>) {
  return (
    <AlertDialogPrimitive.Action
      data-slot="alert-dialog-action"
      className={cn(buttonVariants(), className)}
      {...rest}
    />
  );
}

export function AlertDialogCancel({ className, ...rest }: ComponentProps<typeof AlertDialogPrimitive.Cancel>) {
  return (
    <AlertDialogPrimitive.Cancel
      data-slot="alert-dialog-cancel"
      className={cn(buttonVariants({ variant: "ghost" }), className)}
      {...rest}
    />
  );
}
