import { SkeletonTable } from "#components/list/table/skeleton-table.tsx";
import { CELL, COLUMN_IDS, type ColumnId, ROW } from "./layout.ts";

const WIDTHS: Record<ColumnId, string> = {
  received: "w-24",
  event: "w-48 max-w-full",
  verification: "w-20",
  outcome: "w-20",
  lag: "ml-auto w-10",
};

export const SkeletonRows = () => (
  <SkeletonTable columns={COLUMN_IDS} widths={WIDTHS} row={`min-h-9 ${ROW}`} cell={CELL} />
);
