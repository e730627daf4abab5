"use client";

import { type ComponentProps, useEffect, useEffectEvent, useRef } from "react";
import { part } from "@/components/ui/part";

type CollapsibleProps = Omit<ComponentProps<"details">, "ref" | "onToggle"> & {
  onOpenChange?: (open: boolean) => void;
};

/**
 * Based on `details`: it opens without scripts, the browser's search finds its content, and it can be printed. React gets no
 * toggle event for an opening before hydration: `onOpenChange` is called for it on mount.
 */
export function Collapsible({ onOpenChange, ...rest }: CollapsibleProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const openedBefore = useEffectEvent(() => {
    if (element.current?.open && !rest.open) onOpenChange?.(true);
  });
  useEffect(() => openedBefore(), []);
  return (
    <details
      ref={element}
      data-slot="collapsible"
      // The user may have opened the element before hydration.
      suppressHydrationWarning
      onToggle={({ currentTarget }) => onOpenChange?.(currentTarget.open)}
      {...rest}
    />
  );
}

export const CollapsibleTrigger = part("summary", "collapsible-trigger", "cursor-pointer select-none");
export const CollapsibleContent = part("div", "collapsible-content");
