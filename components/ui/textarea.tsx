import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Grows with its text; `rows` is its height while empty. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        "block w-full resize-y rounded-md border border-input bg-card px-3 py-2 text-sm [field-sizing:content] placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive",
        className,
      )}
      {...rest}
    />
  );
}
