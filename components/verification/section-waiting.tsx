import { Skeleton } from "#components/ui/skeleton.tsx";
import { Section } from "./section.tsx";

const ROWS = ["w-64", "w-72", "w-56", "w-60"];

/** A section whose content is on its way; `label` says what one waits for. */
export function SectionWaiting({ id, title, label }: { id: string; title: string; label: string }) {
  return (
    <Section id={id} title={title}>
      <RowsWaiting label={label} />
    </Section>
  );
}

export function RowsWaiting({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="-my-2 divide-y divide-border">
        {ROWS.map((width) => (
          <div key={width} className="py-2">
            <Skeleton className={`h-5 max-w-full ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
