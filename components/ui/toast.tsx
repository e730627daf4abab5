"use client";

import { X } from "lucide-react";
import { Toast as ToastPrimitive } from "radix-ui";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button, buttonVariants } from "@/components/ui/button";
import { forgetToast, shownToasts, subscribeToToasts, type ToastEntry, toast } from "@/components/ui/toast-store";

export { toast };

const DURATION_MS = 10_000;
const NO_TOASTS: readonly ToastEntry[] = [];

type Props = {
  /** Accessible names of a toast and of the region; `{hotkey}` is the key that moves the focus to the region. */
  words: { one: string; all: string; close: string };
};

/** The container of toasts, one per page. Rendered with the first toast, so that pages without toasts do not load its code. */
export function Toaster({ words }: Props) {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, () => NO_TOASTS);
  if (toasts.length === 0) return null;
  return (
    <ToastPrimitive.Provider label={words.one} duration={DURATION_MS}>
      {toasts.map((entry) => (
        <ToastItem key={entry.id} entry={entry} close={words.close} />
      ))}
      <ToastPrimitive.Viewport
        data-slot="toaster"
        label={words.all}
        // On narrow windows a dialog has its buttons where toasts are: while one is open, toasts are at the top.
        className="pointer-events-auto fixed right-4 bottom-4 z-70 flex max-lg:in-[body:has([data-slot=dialog-content])]:top-4 max-lg:in-[body:has([data-slot=dialog-content])]:bottom-auto w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none lg:in-data-[sheet]:right-[calc(var(--sheet)+1rem)] print:hidden"
      />
    </ToastPrimitive.Provider>
  );
}

function ToastItem({ entry: { id, title, description, action, duration, open }, close }: ToastItemProps) {
  const escapedOutside = useRef(false);
  useEffect(() => {
    if (!open) forgetToast(id);
  }, [open, id]);
  return (
    <ToastPrimitive.Root
      data-slot="toast"
      open={open}
      // Escape outside of the toast belongs to the focused element there.
      onEscapeKeyDown={({ target }) => {
        escapedOutside.current = !(target instanceof Element && target.closest("[data-slot=toast]"));
      }}
      onOpenChange={(shown) => {
        if (!shown && !escapedOutside.current) forgetToast(id);
        escapedOutside.current = false;
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
