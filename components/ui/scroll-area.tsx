import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type Props = ComponentProps<"section"> & { label: string };

/** A scrolling, labelled part of the page that keyboard users can reach and scroll (WCAG 2.1.1). It is printed in full. */
export function ScrollArea({ label, className, ...rest }: Props) {
  return (
    <section
      data-slot="scroll-area"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari does not make scrollable elements focusable.
      tabIndex={0}
      className={cn("overflow-auto print:max-h-none print:overflow-visible", className)}
      {...rest}
    />
  );
}
