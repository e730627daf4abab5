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
  /** Without a text there is no tooltip. */
  text: string | undefined;
  side?: TipSide;
  /** A single element: a control, or an element for the pointer only. */
  children: ReactElement;
};

/**
 * A tooltip of an element, in the page's shared tooltip (`tip-area.tsx`). It adds to the element's name and replaces
 * none of it: a phone shows no tooltip.
 */
export function Hint({ text, side, children }: Props) {
  if (!text) return children;
  return <Slot.Root {...{ [TIP]: text, [TIP_SIDE]: side }}>{children}</Slot.Root>;
}
