import { Skeleton } from "#components/ui/skeleton.tsx";
import { ENTRY, PART } from "./layout.ts";

const WIDTHS = ["w-48", "w-64", "w-40", "w-56", "w-52", "w-44", "w-60", "w-36"];

/** The trail before its first entries, in about its final size. */
export const SkeletonEntries = () => (
  <div aria-hidden className="border-border border-t">
    {WIDTHS.map((width) => (
      <div key={width} className={ENTRY}>
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className={`h-3.5 w-32 ${PART.who}`} />
        <div className={PART.what}>
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-3 w-32" />
        </div>
        <Skeleton className={`h-3.5 w-14 ${PART.outcome}`} />
      </div>
    ))}
  </div>
);
