import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "./cn.ts";

const buttonClasses = cva("button", {
  variants: {
    variant: {
      default: "bg-primary text-primary-foreground hover:bg-primary/90",
      outline: "border border-border bg-card hover:bg-muted",
      ghost: "hover:bg-muted",
      destructive: "border border-failed/50 bg-card text-failed hover:bg-failed/10",
    },
    size: {
      default: "h-9 px-3.5 text-sm",
      sm: "h-8 px-2.5 text-[0.8125rem]",
      /** Where many are side by side. */
      snug: "h-8 px-2 text-[0.8125rem]",
      xs: "h-6.5 px-2 text-xs",
      icon: "size-8 text-xs",
    },
  },
  defaultVariants: { variant: "default", size: "default" },
});

/** Whether a click on a link is for another tab or window, which is the browser's to open. */
export const isForElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;

type Props = ComponentProps<"button"> & VariantProps<typeof buttonClasses> & { asChild?: boolean };

/** A button, or with `asChild` a link that looks like one. */
export function Button({ className, variant, size, asChild = false, type, ...rest }: Props) {
  const classes = cn(buttonClasses({ variant, size }), className);
  if (asChild) return <Slot.Root className={classes} {...rest} />;
  return <button type={type ?? "button"} className={classes} {...rest} />;
}
