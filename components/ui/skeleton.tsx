import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Placeholder for loading content; give it the final size. */
export function Skeleton({ className, ...rest }: ComponentProps<"span">) {
  return (
    <span
      aria-hidden
      data-slot="skeleton"
      className={cn("block animate-pulse rounded bg-muted", className)}
      {...rest}
    />
  );
}
