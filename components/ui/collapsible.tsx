import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Over the platform's own element: it opens without a script, is found by the browser's search, and prints. */
export function Collapsible(props: ComponentProps<"details">) {
  return <details data-slot="collapsible" {...props} />;
}

export function CollapsibleTrigger({ className, ...rest }: ComponentProps<"summary">) {
  return <summary data-slot="collapsible-trigger" className={cn("cursor-pointer select-none", className)} {...rest} />;
}

export function CollapsibleContent(props: ComponentProps<"div">) {
  return <div data-slot="collapsible-content" {...props} />;
}
