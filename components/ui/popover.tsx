"use client";

import { Popover as PopoverPrimitive } from "radix-ui";
import { type ComponentProps, createContext, use, useId } from "react";
import { cn } from "@/components/ui/cn";
import { keepMovedFocus, showFocused } from "@/components/ui/overlay-focus";

/** Id of the trigger, which labels the popover. */
const TriggerContext = createContext<string | undefined>(undefined);

export function Popover(props: ComponentProps<typeof PopoverPrimitive.Root>) {
  return (
    <TriggerContext value={useId()}>
      <PopoverPrimitive.Root data-slot="popover" {...props} />
    </TriggerContext>
  );
}

export function PopoverTrigger(props: ComponentProps<typeof PopoverPrimitive.Trigger>) {
  return <PopoverPrimitive.Trigger data-slot="popover-trigger" id={use(TriggerContext)} {...props} />;
}

/** Limited to the size of the window; larger content scrolls. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        data-slot="popover-content"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        aria-labelledby={use(TriggerContext)}
        onFocus={showFocused}
        onCloseAutoFocus={keepMovedFocus}
        className={cn(
          "z-50 max-h-[min(28rem,var(--radix-popover-content-available-height))] min-w-48 max-w-(--radix-popover-content-available-width) overflow-y-auto rounded-lg border border-border bg-popover p-1 text-popover-foreground shadow-black/10 shadow-lg outline-none",
          className,
        )}
        {...rest}
      />
    </PopoverPrimitive.Portal>
  );
}
