import { cn } from "@/components/ui/cn";
import { ScrollArea } from "@/components/ui/scroll-area";

export function CodeBlock({ label, className, children }: { label: string; className: string; children: string }) {
  return (
    <ScrollArea label={label} className={cn("rounded-md", className)}>
      <pre
        translate="no"
        className="print:wrap-anywhere w-max min-w-full bg-muted p-3 font-mono text-xs leading-relaxed print:w-auto print:whitespace-pre-wrap"
      >
        {children}
      </pre>
    </ScrollArea>
  );
}
