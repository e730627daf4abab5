import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Empty({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      data-slot="empty"
      className={cn("mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center", className)}
      {...rest}
    />
  );
}

export function EmptyHeader({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="empty-header" className={cn("flex flex-col items-center gap-3", className)} {...rest} />;
}

export function EmptyMedia({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="empty-media" className={cn("text-muted-foreground [&>svg]:size-7", className)} {...rest} />;
}

export function EmptyTitle({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="empty-title" className={cn("font-semibold text-base", className)} {...rest} />;
}
