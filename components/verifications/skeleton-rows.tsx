import { SkeletonTable } from "#components/list/table/skeleton-table.tsx";
import { cn } from "#components/ui/cn.ts";
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

export const SkeletonRows = () => (
  <SkeletonTable columns={COLUMN_IDS} widths={WIDTHS} className={cn("mask-b-from-40%", TABLE)} row={ROW} cell={CELL}>
    <div className={cn("hidden border-border border-b font-medium text-muted-foreground text-xs", HEADER_ROW)}>
      {COLUMN_IDS.map((column) => (
        <span key={column} className={CELL[column]}>
          <ColumnTitle id={column} />
        </span>
      ))}
    </div>
  </SkeletonTable>
);
