import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { Hint, type TipSide } from "./hint.tsx";

type Props = ComponentProps<typeof Button> & { label: string; side?: TipSide };

/** A button with an icon alone; its label is the name for screen readers, and the tooltip. */
export function IconButton({ label, side, ...button }: Props) {
  return (
    <Hint text={label} side={side}>
      <Button variant="ghost" size="icon" aria-label={label} {...button} />
    </Hint>
  );
}
