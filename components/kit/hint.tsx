import { Slot } from "radix-ui";
import type { ReactElement } from "react";

export const TIP = "data-tip";
export const TIP_SIDE = "data-tip-side";

export type TipSide = "top" | "right" | "bottom" | "left";

export type Tip = { text: string; element: Element; side?: TipSide; align?: "start" | "center" };

type Props = {
  /** Without a text there is no tooltip. */
  text: string | undefined;
  side?: TipSide;
  /** A single element: a control, or an element for the pointer alone. */
  children: ReactElement;
};

/**
 * A tooltip of an element, shown by the page's shared tooltip (`tip-area.tsx`). The name of the element must not depend
 * on it: phones show no tooltips.
 */
export function Hint({ text, side, children }: Props) {
  if (!text) return children;
  return <Slot.Root {...{ [TIP]: text, [TIP_SIDE]: side }}>{children}</Slot.Root>;
}
