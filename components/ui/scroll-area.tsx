import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type Props = ComponentProps<"section"> & { label: string };

/** A part of the page that scrolls by itself: it has a name, the keyboard reaches and scrolls it (WCAG 2.1.1), paper has all of it. */
export function ScrollArea({ label, className, ...rest }: Props) {
  return (
    <section
      data-slot="scroll-area"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari does not make what scrolls focusable by itself.
      tabIndex={0}
      className={cn("overflow-auto print:max-h-none print:overflow-visible", className)}
      {...rest}
    />
  );
}
