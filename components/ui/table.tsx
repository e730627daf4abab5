import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table data-slot="table" className={cn("w-full border-collapse text-left text-sm", className)} {...rest} />;
}

export function TableHeader({ className, ...rest }: ComponentProps<"thead">) {
  return <thead data-slot="table-header" className={cn("text-muted-foreground text-xs", className)} {...rest} />;
}

export function TableBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody data-slot="table-body" className={cn("[&_tr:last-child]:border-0", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr data-slot="table-row" className={cn("border-border border-b", className)} {...rest} />;
}

export function TableHead({ className, ...rest }: ComponentProps<"th">) {
  return <th data-slot="table-head" className={cn("px-2 py-1.5 font-medium align-bottom", className)} {...rest} />;
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td data-slot="table-cell" className={cn("px-2 py-1.5 align-top", className)} {...rest} />;
}
