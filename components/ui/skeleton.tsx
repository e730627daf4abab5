import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The place of something that is being loaded; give it the final size. */
export function Skeleton({ className, ...rest }: ComponentProps<"span">) {
  return <span aria-hidden className={cn("block animate-pulse rounded bg-muted", className)} {...rest} />;
}
