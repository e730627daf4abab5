import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      data-slot="card"
      className={cn("flex flex-col gap-4 rounded-lg border border-border bg-card p-4 text-card-foreground", className)}
      {...rest}
    />
  );
}

export function CardHeader({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="card-header" className={cn("grid auto-rows-min items-start gap-1", className)} {...rest} />;
}

export function CardTitle({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="card-title" className={cn("font-semibold text-base", className)} {...rest} />;
}

export function CardDescription({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="card-description" className={cn("text-muted-foreground text-sm", className)} {...rest} />;
}

export function CardContent({ className, ...rest }: ComponentProps<"div">) {
  return <div data-slot="card-content" className={cn("min-w-0", className)} {...rest} />;
}
