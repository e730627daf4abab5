import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/components/ui/cn";

const variants = cva("button", {
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

type Look = VariantProps<typeof variants> & { className?: string | undefined };

/** For a link that looks like a button. */
export const buttonClass = ({ className, ...look }: Look = {}): string => cn(variants(look), className);

export function Button({ className, variant, size, type = "button", ...rest }: ComponentProps<"button"> & Look) {
  return <button type={type} className={buttonClass({ className, variant, size })} {...rest} />;
}
