import { ScrollRegion } from "./scroll-region.tsx";

/** Text for the eye of whoever programs: as it is, in its own lines. */
export function CodeBlock({ label, className, children }: { label: string; className: string; children: string }) {
  return (
    <ScrollRegion label={label} className={`rounded-md ${className}`}>
      <pre className="print:wrap-anywhere w-max min-w-full bg-muted p-3 font-mono text-xs leading-relaxed print:w-auto print:whitespace-pre-wrap">
        {children}
      </pre>
    </ScrollRegion>
  );
}
