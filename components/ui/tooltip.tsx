"use client";

import { Tooltip as TooltipPrimitive } from "radix-ui";
import { type ComponentProps, useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import { landmarkOf } from "@/components/ui/landmark";
import { part } from "@/components/ui/part";

export const TooltipProvider = TooltipPrimitive.Provider;

type Props = Omit<ComponentProps<typeof TooltipPrimitive.Root>, "open" | "onOpenChange"> & {
  /** Called when the tooltip closes; its parent then removes it. */
  onClosed: () => void;
};

/**
 * An open tooltip. Escape closes it without preventing other uses of the key: the pointer may rest on the element by
 * chance. Radix would prevent the key's default, so the tooltip closes before Radix receives the key.
 */
export function Tooltip({ onClosed, ...rest }: Props) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") flushSync(onClosed);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return <TooltipPrimitive.Root data-slot="tooltip" open onOpenChange={(open) => open || onClosed()} {...rest} />;
}

export const TooltipTrigger = part(TooltipPrimitive.Trigger, "tooltip-trigger");

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
