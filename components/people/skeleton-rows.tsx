import { cn } from "#components/ui/cn.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CELL, COLUMN_IDS, type ColumnId, ROW, TABLE } from "./layout.ts";

const WIDTHS: Record<ColumnId, string> = {
  name: "w-44 max-w-full",
  curp: "w-16",
  outcome: "w-28",
  verification: "w-20",
  at: "ml-auto w-14",
};
const ROWS = Array.from({ length: 14 }, (_, index) => index);

/** The list in its final size, before anybody is known. */
export function SkeletonRows() {
  return (
    <div aria-hidden className={TABLE}>
      {ROWS.map((row) => (
        <div key={row} className={cn("border-border border-b", ROW)}>
          {COLUMN_IDS.map((column) => (
            <span key={column} className={CELL[column]}>
              <Skeleton className={cn("h-3.5", WIDTHS[column])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
