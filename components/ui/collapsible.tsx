import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Based on `details`: it opens without scripts, the browser's search finds its content, and it can be printed. */
export function Collapsible(props: ComponentProps<"details">) {
  return <details data-slot="collapsible" {...props} />;
}

export function CollapsibleTrigger({ className, ...rest }: ComponentProps<"summary">) {
  return <summary data-slot="collapsible-trigger" className={cn("cursor-pointer select-none", className)} {...rest} />;
}

export function CollapsibleContent(props: ComponentProps<"div">) {
  return <div data-slot="collapsible-content" {...props} />;
}
