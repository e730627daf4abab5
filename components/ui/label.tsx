import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Label({ className, ...rest }: ComponentProps<"label">) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives `htmlFor` or puts the control inside.
    <label
      data-slot="label"
      className={cn("flex items-center gap-2 font-medium text-sm has-disabled:opacity-55", className)}
      {...rest}
    />
  );
}
