"use client";

import { Slot } from "radix-ui";
import type { ReactElement } from "react";

/** The attributes with the words about an element. */
export const TIP = "data-tip";
export const TIP_SIDE = "data-tip-side";

export type TipSide = "top" | "right" | "bottom" | "left";

/** The words about an element, beside which they are shown. */
export type Tip = { text: string; element: Element; side?: TipSide; align?: "start" | "center" };

type Props = {
  /** Nothing is shown where there is none. */
  text: string | undefined;
  side?: TipSide;
  /** One element: a control, or one that the pointer alone comes to. */
  children: ReactElement;
};

/**
 * Words about an element, in the page's tooltip (`tip-area.tsx`). They add to what the element says and replace no name of it: a phone shows
 * none.
 */
export function Hint({ text, side, children }: Props) {
  if (!text) return children;
  return <Slot.Root {...{ [TIP]: text, [TIP_SIDE]: side }}>{children}</Slot.Root>;
}
