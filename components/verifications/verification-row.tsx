"use client";

import type { ReactTable, Row } from "@tanstack/react-table";
import { memo, useMemo } from "react";
import { PLACED_ROW, placedRow, ROLE } from "#components/list/layout.ts";
import { cn } from "#components/ui/cn.ts";
import type { VerificationSummary } from "#lib/contract/verification.ts";
import type { features } from "./columns.tsx";
import { CELL, type ColumnId, ROW } from "./layout.ts";
import { LiveCell } from "./live-cell.tsx";
import { RowContext } from "./row-context.ts";
import { cellValue } from "./view/cell-value.ts";

type Features = typeof features;

type Props = {
  row: Row<Features, VerificationSummary>;
  render: ReactTable<Features, VerificationSummary>["FlexRender"];
  index: number;
  /** Whether Tab comes to this row. */
  active: boolean;
};

/**
 * A row, placed by its index. What it says is drawn apart: a new row above
 * moves all the others, and changes nothing in them.
 */
function VerificationRowView({ row, render, index, active }: Props) {
  const id = row.original.verification_id;
  const context = useMemo(
    () => ({ href: `/verifications/${encodeURIComponent(id)}`, tabIndex: active ? 0 : -1 }),
    [id, active],
  );
  return (
    <RowContext value={context}>
      <tr {...placedRow(index)} className={cn(PLACED_ROW, "@[60rem]:scroll-mt-36", ROW)}>
        <Cells row={row} render={render} />
      </tr>
    </RowContext>
  );
}

const Cells = memo(
  ({ row, render: FlexRender }: Pick<Props, "row" | "render">) =>
    row.getAllCells().map((cell) => (
      <LiveCell
        key={cell.id}
        {...ROLE.cell}
        value={cellValue(cell.column.id, row.original)}
        className={CELL[cell.column.id as ColumnId]}
      >
        <FlexRender cell={cell} />
      </LiveCell>
    )),
  (before, after) => before.row.original === after.row.original && before.render === after.render,
);
Cells.displayName = "Cells";

/** Drawn again when its own verification changed, not whenever some row did. */
export const VerificationRow = memo(
  VerificationRowView,
  (before, after) =>
    before.row.original === after.row.original &&
    before.index === after.index &&
    before.active === after.active &&
    before.render === after.render,
);
