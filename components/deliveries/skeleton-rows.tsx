import { cn } from "#components/ui/cn.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CELL, ROW } from "./layout.ts";

const WIDTHS = {
  received: "w-24",
  event: "w-48 max-w-full",
  verification: "w-20",
  outcome: "w-20",
  lag: "ml-auto w-10",
};
const COLUMNS = ["received", "event", "verification", "outcome", "lag"] as const;
const ROWS = Array.from({ length: 14 }, (_, index) => index);

/** The list before its first rows. */
export function SkeletonRows() {
  return (
    <div aria-hidden>
      {ROWS.map((row) => (
        <div key={row} className={cn("min-h-9 border-border border-b", ROW)}>
          {COLUMNS.map((column) => (
            <span key={column} className={CELL[column]}>
              <Skeleton className={cn("h-3", WIDTHS[column])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
