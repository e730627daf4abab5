import { SkeletonTable } from "#components/list/table/skeleton-table.tsx";
import { CELL, COLUMN_IDS, type ColumnId, ROW, TABLE } from "./layout.ts";

const WIDTHS: Record<ColumnId, string> = {
  name: "w-44 max-w-full",
  curp: "w-16",
  outcome: "w-28",
  verification: "w-20",
  at: "ml-auto w-14",
};

export const SkeletonRows = () => (
  <SkeletonTable columns={COLUMN_IDS} widths={WIDTHS} className={TABLE} row={ROW} cell={CELL} />
);
