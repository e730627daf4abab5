"use client";

import { Slot } from "radix-ui";
import { createContext, type FocusEvent, type ReactElement, use } from "react";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";

/** Whether one tooltip serves all elements of an area (`tip-area.tsx`). */
export const TipAreaContext = createContext(false);

type Props = {
  /** Nothing is shown where there is none. */
  text: string | undefined;
  side?: "top" | "right" | "bottom" | "left";
  /** One element: a control, or one that the pointer alone comes to. */
  children: ReactElement<{ "aria-label"?: string }>;
};

/**
 * A tooltip with words about an element. It adds to what the element says and replaces no name of it: a phone shows none.
 */
export function Hint({ text, side, children }: Props) {
  const shared = use(TipAreaContext);
  if (!text) return children;
  if (shared) return <Slot.Root {...{ [TIP]: text }}>{children}</Slot.Root>;
  // A name is not read out a second time.
  const described = children.props["aria-label"] === text ? { "aria-describedby": undefined } : {};
  return (
    <Tooltip>
      <TooltipTrigger asChild onFocus={ignoreUnseen} {...described}>
        {children}
      </TooltipTrigger>
      <TooltipContent side={side} className="whitespace-pre-line">
        {text}
      </TooltipContent>
    </Tooltip>
  );
}

/** Focus that comes back from a dialog to one who uses the pointer opens no tooltip. */
const ignoreUnseen = (event: FocusEvent) => {
  if (!event.target.matches(":focus-visible")) event.preventDefault();
};

/** The attribute with the words, in an area that has one tooltip. */
export const TIP = "data-tip";
