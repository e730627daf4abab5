import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Requires an `aria-label`. */
export function Breadcrumb(props: ComponentProps<"nav">) {
  return <nav data-slot="breadcrumb" {...props} />;
}

export function BreadcrumbList({ className, ...rest }: ComponentProps<"ol">) {
  return (
    <ol data-slot="breadcrumb-list" className={cn("flex min-w-0 items-center gap-1.5 text-sm", className)} {...rest} />
  );
}

export function BreadcrumbItem({ className, ...rest }: ComponentProps<"li">) {
  return <li data-slot="breadcrumb-item" className={cn("min-w-0 truncate", className)} {...rest} />;
}

type LinkProps = ComponentProps<"a"> & { asChild?: boolean };

export function BreadcrumbLink({ asChild = false, className, ...rest }: LinkProps) {
  const Element = asChild ? Slot.Root : "a";
  return (
    <Element
      data-slot="breadcrumb-link"
      className={cn("rounded text-muted-foreground hover:text-foreground", className)}
      {...rest}
    />
  );
}

export function BreadcrumbPage({ className, ...rest }: ComponentProps<"span">) {
  return <span data-slot="breadcrumb-page" aria-current="page" className={cn("font-medium", className)} {...rest} />;
}

export function BreadcrumbSeparator({ className, ...rest }: ComponentProps<"li">) {
  return (
    <li
      data-slot="breadcrumb-separator"
      aria-hidden
      className={cn("text-muted-foreground [&>svg]:size-3.5", className)}
      {...rest}
    />
  );
}
