"use client";

import { X } from "lucide-react";
import { Toast as ToastPrimitive } from "radix-ui";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { forgetToast, shownToasts, subscribeToToasts, type ToastEntry, toast } from "@/components/ui/toast-store";

export { toast };

const DURATION_MS = 10_000;
const NONE: readonly ToastEntry[] = [];

type Props = {
  /** Names of a toast and of the region, for screen readers; `{hotkey}` is the key that leads there. */
  words: { one: string; all: string; close: string };
};

/** The container of toasts; one for a page. Rendered with the first toast, so that other pages do not load it. */
export function Toaster({ words }: Props) {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, () => NONE);
  if (toasts.length === 0) return null;
  return (
    <ToastPrimitive.Provider label={words.one} duration={DURATION_MS}>
      {toasts.map((entry) => (
        <ToastItem key={entry.id} entry={entry} close={words.close} />
      ))}
      <ToastPrimitive.Viewport
        data-slot="toaster"
        label={words.all}
        className="pointer-events-auto fixed right-4 bottom-4 z-70 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none print:hidden"
      />
    </ToastPrimitive.Provider>
  );
}

function ToastItem({ entry: { id, title, description, action, duration, open }, close }: ToastItemProps) {
  const elsewhere = useRef(false);
  useEffect(() => {
    if (!open) forgetToast(id);
  }, [open, id]);
  return (
    <ToastPrimitive.Root
      data-slot="toast"
      open={open}
      // Escape pressed elsewhere belongs to the element there.
      onEscapeKeyDown={({ target }) => {
        elsewhere.current = !(target instanceof Element && target.closest("[data-slot=toast]"));
      }}
      onOpenChange={(shown) => {
        if (!shown && !elsewhere.current) forgetToast(id);
        elsewhere.current = false;
      }}
      duration={duration}
      className="flex items-start gap-3 rounded-lg border border-border bg-popover p-3 text-popover-foreground text-sm shadow-black/10 shadow-lg"
    >
      <div className="wrap-anywhere min-w-0 flex-1 space-y-0.5 self-center">
        <ToastPrimitive.Title data-slot="toast-title" className="font-medium">
          {title}
        </ToastPrimitive.Title>
        {description && (
          <ToastPrimitive.Description data-slot="toast-description" className="text-muted-foreground">
            {description}
          </ToastPrimitive.Description>
        )}
      </div>
      {action && (
        <ToastPrimitive.Action
          data-slot="toast-action"
          altText={action.alt}
          onClick={action.onClick}
          className={buttonVariants({ variant: "outline", size: "xs" })}
        >
          {action.label}
        </ToastPrimitive.Action>
      )}
      <ToastPrimitive.Close asChild>
        <Button variant="ghost" size="icon-xs" aria-label={close}>
          <X aria-hidden />
        </Button>
      </ToastPrimitive.Close>
    </ToastPrimitive.Root>
  );
}

type ToastItemProps = { entry: ToastEntry; close: string };
