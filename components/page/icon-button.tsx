import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { Hint, type TipSide } from "./hint.tsx";

type Props = ComponentProps<typeof Button> & { label: string; side?: TipSide };

/** A button that shows an icon alone: named for screen readers, and beside the pointer. */
export function IconButton({ label, side, ...button }: Props) {
  return (
    <Hint text={label} side={side}>
      <Button variant="ghost" size="icon" aria-label={label} {...button} />
    </Hint>
  );
}
