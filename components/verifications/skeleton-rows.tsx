import { cn } from "#components/ui/cn.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ColumnTitle } from "./column-title.tsx";
import { CELL, COLUMN_IDS, type ColumnId, HEADER_ROW, ROW, TABLE } from "./layout.ts";

const WIDTHS: Record<ColumnId, string> = {
  tag: "w-20",
  account: "w-40 max-w-full",
  documents: "w-10 @lg:w-28",
  findings: "w-20",
  items: "hidden w-8 @[60rem]:block",
  labels: "w-16",
  status: "w-24",
  created: "w-12",
  activity: "w-12 @[60rem]:ml-auto",
};
const ROWS = Array.from({ length: 14 }, (_, index) => index);

/** The list before its first rows, in its final size. */
export function SkeletonRows() {
  return (
    <div aria-hidden className={cn("mask-b-from-40%", TABLE)}>
      <div className={cn("hidden border-border border-b font-medium text-muted-foreground text-xs", HEADER_ROW)}>
        {COLUMN_IDS.map((column) => (
          <span key={column} className={CELL[column]}>
            <ColumnTitle id={column} />
          </span>
        ))}
      </div>
      {ROWS.map((row) => (
        <div key={row} className={cn("border-border border-b", ROW)}>
          {COLUMN_IDS.map((column) => (
            <span key={column} className={CELL[column]}>
              <Skeleton className={cn("h-3", WIDTHS[column])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
