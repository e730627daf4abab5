"use client";

import { memo, useMemo } from "react";
import { PLACED_ROW, placedRow, ROLE } from "#components/list/layout.ts";
import { cn } from "#components/ui/cn.ts";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import { CELL, COLUMN_IDS, ROW } from "./layout.ts";
import { LiveCell } from "./live-cell.tsx";
import { CELLS } from "./row-cells.tsx";
import { RowContext } from "./row-context.ts";
import { cellValue } from "./view/cell-value.ts";

type Props = {
  row: VerificationSummary;
  index: number;
  /** Whether Tab comes to this row. */
  active: boolean;
};

/**
 * A row, placed by its index. What it says is drawn apart: a new row above
 * moves all the others, and changes nothing in them.
 */
export const VerificationRow = memo(({ row, index, active }: Props) => {
  const id = row.verification_id;
  const context = useMemo(
    () => ({ href: `/verifications/${encodeURIComponent(id)}`, tabIndex: active ? 0 : -1 }),
    [id, active],
  );
  return (
    <RowContext value={context}>
      <tr {...placedRow(index)} className={cn(PLACED_ROW, "@[60rem]:scroll-mt-36", ROW)}>
        <Cells row={row} />
      </tr>
    </RowContext>
  );
});
VerificationRow.displayName = "VerificationRow";

/** Drawn again when its own verification changed, not whenever some row did. */
const Cells = memo(({ row }: Pick<Props, "row">) =>
  COLUMN_IDS.map((id) => (
    <LiveCell key={id} {...ROLE.cell} value={cellValue(id, row)} className={CELL[id]}>
      {CELLS[id](row)}
    </LiveCell>
  )),
);
Cells.displayName = "Cells";
