import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type Props = ComponentProps<"div"> & {
  orientation?: "horizontal" | "vertical";
  /** Hidden from screen readers: the structure states the separation. */
  decorative?: boolean;
};

export function Separator({ className, orientation = "horizontal", decorative = true, ...rest }: Props) {
  return (
    <div
      role={decorative ? "none" : "separator"}
      data-slot="separator"
      data-orientation={orientation}
      className={cn(
        "shrink-0 bg-border data-[orientation=horizontal]:h-px data-[orientation=vertical]:w-px data-[orientation=horizontal]:w-full data-[orientation=vertical]:self-stretch",
        className,
      )}
      {...rest}
    />
  );
}
