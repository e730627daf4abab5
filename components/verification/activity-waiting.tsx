import { Skeleton } from "#components/ui/skeleton.tsx";

const ROWS = ["w-64", "w-72", "w-56", "w-60"];

export function ActivityWaiting({ label }: { label: string }) {
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
