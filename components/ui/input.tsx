import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      className={cn(
        "h-9 w-full min-w-0 rounded-md border border-input bg-card px-3 text-sm placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-failed",
        className,
      )}
      {...rest}
    />
  );
}
