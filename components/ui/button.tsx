import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:shrink-0 [&_svg:not([class*=size-])]:size-4",
  {
    variants: {
      variant: {
        default: "forced-colors:border bg-primary text-primary-foreground hover:bg-primary/90",
        destructive: "border border-destructive/50 bg-card text-destructive hover:bg-destructive/10",
        outline: "border border-border bg-card hover:bg-muted",
        secondary: "forced-colors:border bg-secondary text-secondary-foreground hover:bg-secondary/80",
        ghost: "hover:bg-muted",
        link: "text-primary underline-offset-4 hover:underline",
      },
      size: {
        default: "h-9 px-3.5 text-sm",
        xs: "h-6.5 px-2 text-xs",
        sm: "h-8 px-2.5 text-[0.8125rem]",
        icon: "size-8 text-xs",
        "icon-xs": "size-6 text-xs",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

type Props = ComponentProps<"button"> & VariantProps<typeof buttonVariants> & { asChild?: boolean };

/** With `aria-disabled` it ignores presses but keeps the focus, which `disabled` would remove. */
export function Button({ className, variant, size, asChild = false, onClick, ...rest }: Props) {
  const props = {
    "data-slot": "button",
    className: cn(buttonVariants({ variant, size }), className),
    onClick: rest["aria-disabled"] === true ? undefined : onClick,
    ...rest,
  };
  return asChild ? <Slot.Root {...props} /> : <button type="button" {...props} />;
}
