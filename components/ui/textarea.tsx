import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Grows with its text from two lines on: browsers that support `field-sizing` ignore `rows`. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        "block min-h-15 w-full resize-y rounded-md border border-input bg-card px-3 py-2 text-sm [field-sizing:content] placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive",
        className,
      )}
      {...rest}
    />
  );
}
