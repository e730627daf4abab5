import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return (
    <input
      type={type}
      data-slot="input"
      className={cn(
        "h-9 w-full min-w-0 rounded-md border border-input bg-card px-3 text-sm placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive",
        className,
      )}
      {...rest}
    />
  );
}
