import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export const badgeVariants = cva(
  "inline-flex w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-md border px-1.5 py-px font-medium text-xs [&>svg]:size-3",
  {
    variants: {
      variant: {
        default: "border-transparent bg-primary text-primary-foreground",
        secondary: "border-transparent bg-secondary text-secondary-foreground",
        outline: "border-border text-foreground",
        destructive: "border-destructive/40 bg-destructive/10 text-destructive",
        warning: "border-medium/40 bg-medium/10 text-medium",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

type Props = ComponentProps<"span"> & VariantProps<typeof badgeVariants> & { asChild?: boolean };

export function Badge({ className, variant, asChild = false, ...rest }: Props) {
  const Element = asChild ? Slot.Root : "span";
  return <Element data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...rest} />;
}
