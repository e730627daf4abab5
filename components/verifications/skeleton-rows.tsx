import { cn } from "#components/ui/cn.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CELL, type ColumnId, HEADER_ROW, ROW, TABLE } from "./layout.ts";

const WIDTHS: Record<ColumnId, string> = {
  tag: "w-20",
  account: "w-40 max-w-full",
  documents: "w-10 @lg:w-28",
  findings: "w-20",
  items: "hidden w-8 @[60rem]:block",
  status: "w-24",
  activity: "w-12 @[60rem]:ml-auto",
};
const ORDER: ColumnId[] = ["tag", "account", "documents", "findings", "items", "status", "activity"];
const ROWS = Array.from({ length: 14 }, (_, index) => index);

/** The list before its first rows, in its final size. */
export function SkeletonRows() {
  return (
    <div aria-hidden className={TABLE}>
      <div className={cn("hidden border-border border-b", HEADER_ROW)} />
      {ROWS.map((row) => (
        <div key={row} className={cn("border-border border-b", ROW)}>
          {ORDER.map((column) => (
            <span key={column} className={CELL[column]}>
              <Skeleton className={cn("h-3", WIDTHS[column])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
