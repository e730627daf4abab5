import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

type Props = ComponentProps<"input"> & {
  /** As high as a small button, for bars and panels. */
  dense?: boolean;
};

export function Input({ dense = false, className, ...rest }: Props) {
  return (
    <input
      className={cn(
        "w-full min-w-0 rounded-md border border-input bg-card px-3 placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-failed",
        dense ? "h-8 text-[0.8125rem]" : "h-9 text-sm",
        className,
      )}
      {...rest}
    />
  );
}
