import { cn } from "@/components/ui/cn";

/** A code of the interface, after the sentence that says what it means: quieter, but found by search and read aloud. */
export const Code = ({ className, children }: { className?: string; children: string }) => (
  <code translate="no" className={cn("wrap-anywhere font-mono text-muted-foreground text-xs", className)}>
    {children}
  </code>
);
