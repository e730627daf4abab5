import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { part } from "@/components/ui/part";

export const alertVariants = cva(
  "flex items-start gap-2 rounded-md border p-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0",
  {
    variants: {
      variant: {
        default: "border-border bg-card text-card-foreground",
        destructive: "border-destructive/40 bg-destructive/5 [&>svg]:text-destructive",
        warning: "border-medium/40 bg-medium/10 [&>svg]:text-medium",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

type Props = ComponentProps<"div"> & VariantProps<typeof alertVariants>;

/** `role` is set by the caller: `alert` for urgent messages, `status` or `note` otherwise. */
export function Alert({ className, variant, ...rest }: Props) {
  return <div data-slot="alert" className={cn(alertVariants({ variant }), className)} {...rest} />;
}

export const AlertTitle = part("div", "alert-title", "font-medium");
export const AlertDescription = part("div", "alert-description", "min-w-0 space-y-2");
