import type { ComponentProps, ElementType, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** A part of the kit that is an element with a slot, and with classes and properties before those of its caller. */
export function part<Of extends ElementType>(of: Of, slot: string, classes?: string, given?: ComponentProps<Of>) {
  const Element: ElementType = of;
  return (({ className, ...rest }) => (
    <Element data-slot={slot} className={cn(classes, className) || undefined} {...given} {...rest} />
  )) as (props: ComponentProps<Of>) => ReactNode;
}
