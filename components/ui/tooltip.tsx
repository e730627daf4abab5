"use client";

import { Tooltip as TooltipPrimitive } from "radix-ui";
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import { landmarkOf } from "@/components/ui/landmark";

/** Delay in milliseconds until a tooltip opens under the pointer; by the keyboard it opens at once. */
export function TooltipProvider({ delayDuration = 400, ...rest }: ComponentProps<typeof TooltipPrimitive.Provider>) {
  return <TooltipPrimitive.Provider data-slot="tooltip-provider" delayDuration={delayDuration} {...rest} />;
}

/**
 * Escape closes the tooltip without being used up: the pointer may rest on an element by chance while the user presses
 * Escape for another purpose. Radix, which prevents the key's default, has no tooltip left to close by then.
 */
export function Tooltip({ open, onOpenChange, ...rest }: ComponentProps<typeof TooltipPrimitive.Root>) {
  const [own, setOwn] = useState(false);
  const shown = open ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") flushSync(() => change(false));
  });
  useEffect(() => {
    if (!shown) return;
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [shown]);
  return <TooltipPrimitive.Root data-slot="tooltip" open={shown} onOpenChange={change} {...rest} />;
}

/** Focus without a visible ring, as after a press or a closed dialog, opens no tooltip. */
export function TooltipTrigger({ onFocus, ...rest }: ComponentProps<typeof TooltipPrimitive.Trigger>) {
  return (
    <TooltipPrimitive.Trigger
      data-slot="tooltip-trigger"
      onFocus={(event) => {
        onFocus?.(event);
        // Prevents Radix's default for focus without a visible ring.
        if (!event.target.matches(":focus-visible")) event.preventDefault();
      }}
      {...rest}
    />
  );
}

type ContentProps = ComponentProps<typeof TooltipPrimitive.Content> &
  Pick<ComponentProps<typeof TooltipPrimitive.Portal>, "container">;

export function TooltipContent({ className, sideOffset = 6, container = landmarkOf(), ...rest }: ContentProps) {
  return (
    <TooltipPrimitive.Portal container={container}>
      <TooltipPrimitive.Content
        data-slot="tooltip-content"
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "wrap-anywhere z-60 max-w-80 rounded-md border border-border bg-popover px-2.5 py-1.5 text-popover-foreground text-xs shadow-black/10 shadow-lg print:hidden",
          className,
        )}
        {...rest}
      />
    </TooltipPrimitive.Portal>
  );
}
