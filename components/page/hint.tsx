"use client";

import { Slot } from "radix-ui";
import { createContext, type ReactElement, use } from "react";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";

/** Whether one tooltip serves all elements of an area (`tip-area.tsx`). */
export const TipAreaContext = createContext(false);

type Props = {
  /** Nothing is shown where there is none. */
  text: string | undefined;
  side?: "top" | "right" | "bottom" | "left";
  /** One element: a control, or one that the pointer alone comes to. */
  children: ReactElement;
};

/**
 * A tooltip with words about an element. It adds to what the element says and replaces no name of it: a phone shows none.
 */
export function Hint({ text, side, children }: Props) {
  const shared = use(TipAreaContext);
  if (!text) return children;
  if (shared) return <Slot.Root {...{ [TIP]: text }}>{children}</Slot.Root>;
  return (
    <Tooltip>
      <TooltipTrigger asChild>{children}</TooltipTrigger>
      <TooltipContent side={side}>{text}</TooltipContent>
    </Tooltip>
  );
}

/** The attribute with the words, in an area that has one tooltip. */
export const TIP = "data-tip";
