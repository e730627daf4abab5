import { cn } from "@/components/ui/cn";

/** A code of the interface, small and muted. The sentence with its meaning stands before the code. */
export const Code = ({ className, children }: { className?: string; children: string }) => (
  <code translate="no" className={cn("wrap-anywhere font-mono text-muted-foreground text-xs", className)}>
    {children}
  </code>
);
