import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Kbd({ className, ...rest }: ComponentProps<"kbd">) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        "inline-flex items-center justify-center rounded border border-border bg-muted px-1 font-sans text-[0.6875rem] text-muted-foreground",
        className,
      )}
      {...rest}
    />
  );
}
