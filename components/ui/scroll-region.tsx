import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type Props = ComponentProps<"section"> & { label: string };

/** A part of the page that scrolls by itself: it has a name, the keyboard reaches and scrolls it (WCAG 2.1.1), paper has all of it. */
export function ScrollRegion({ label, className, ...rest }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari does not make what scrolls focusable by itself.
      tabIndex={0}
      className={cn("overflow-auto print:max-h-none print:overflow-visible", className)}
      {...rest}
    />
  );
}

/** Preformatted code. */
export function CodeBlock({ label, className, children }: { label: string; className: string; children: string }) {
  return (
    <ScrollRegion label={label} className={`rounded-md ${className}`}>
      <pre className="print:wrap-anywhere w-max min-w-full bg-muted p-3 font-mono text-xs leading-relaxed print:w-auto print:whitespace-pre-wrap">
        {children}
      </pre>
    </ScrollRegion>
  );
}
