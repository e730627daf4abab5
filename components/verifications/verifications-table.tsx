"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { ROLE } from "#components/list/layout.ts";
import { ListTable } from "#components/list/table/list-table.tsx";
import { cn } from "#components/ui/cn.ts";
import type { VerificationSummary, VerificationTotal } from "#lib/contract/verifications/verification.ts";
import type { VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { ColumnTitle } from "./column-title.tsx";
import { CELL, COLUMN_IDS, HEADER_ROW, TABLE } from "./layout.ts";
import { SortTitle } from "./sort-title.tsx";
import { VerificationRow } from "./verification-row.tsx";
import { columnOrder } from "./view/column-sorts.ts";

type Props = {
  rows: readonly VerificationSummary[];
  total: VerificationTotal | undefined;
  sort: VerificationSort;
  onSort: (sort: VerificationSort) => void;
  /** Rows of the filter before, shown until the new ones arrive. */
  outdated: boolean;
  onNearEnd: () => void;
};

/** What tells verifications of a list apart. */
export const rowKey = (row: VerificationSummary): string => row.verification_id;

export function VerificationsTable({ rows, sort, onSort, ...rest }: Props) {
  const t = useTranslations("verifications.table");
  return (
    <ListTable
      {...rest}
      label={t("label")}
      description={t("description")}
      rows={rows}
      keyOf={rowKey}
      className={TABLE}
      head={
        <thead
          {...ROLE.group}
          className="sr-only border-border border-b bg-background text-muted-foreground text-xs @[60rem]:not-sr-only @[60rem]:sticky @[60rem]:top-26 @[60rem]:z-10 @[60rem]:block"
        >
          <tr {...ROLE.row} aria-rowindex={1} className={HEADER_ROW}>
            {COLUMN_IDS.map((id) => {
              const order = columnOrder(id, sort);
              return (
                <th
                  key={id}
                  {...ROLE.header}
                  scope="col"
                  aria-sort={order?.current}
                  className={cn("text-left font-medium", CELL[id])}
                >
                  {order ? <SortTitle id={id} order={order} onSort={onSort} /> : <ColumnTitle id={id} />}
                </th>
              );
            })}
          </tr>
        </thead>
      }
      onClick={followTwin}
    >
      {(index, active) => {
        const row = rows[index];
        return row && <VerificationRow key={rowKey(row)} row={row} index={index} active={active} />;
      }}
    </ListTable>
  );
}

/** A plain click on a copy of the row's link is one on the link itself; any other is the browser's. */
function followTwin(event: MouseEvent): void {
  const target = event.target as Element;
  if (!target.closest("a[data-twin]") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  target.closest("[data-row]")?.querySelector<HTMLElement>("[data-row-link]")?.click();
}
