"use client";

import { useTable } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { rowForKey } from "#components/list/table/row-keys.ts";
import { readPlace, rememberRow, useScrollMemory } from "#components/list/table/use-place.ts";
import { useRowWindow } from "#components/list/table/use-row-window.ts";
import { cn } from "#components/ui/cn.ts";
import type { VerificationSummary } from "#lib/contract/verification.ts";
import type { VerificationSort } from "#lib/contract/verification-filter.ts";
import { columns, features } from "./columns.tsx";
import { CELL, type ColumnId, HEADER_ROW, OUTDATED, ROLE, TABLE } from "./layout.ts";
import { SortTitle } from "./sort-title.tsx";
import { VerificationRow } from "./verification-row.tsx";
import { columnOrder } from "./view/column-sorts.ts";

type Props = {
  rows: readonly VerificationSummary[];
  /** How many rows there are in all; -1 when that is not known. */
  total: number;
  sort: VerificationSort;
  onSort: (sort: VerificationSort) => void;
  /** Rows of the filter before, shown until the new ones arrive. */
  outdated: boolean;
  /** Called when the reader comes near the end. */
  onNearEnd: () => void;
};

const NEAR_END_ROWS = 20;

/** The list itself: as many rows as one likes, one Tab stop, every row a link. */
export function VerificationsTable({ rows, total, sort, onSort, outdated, onNearEnd }: Props) {
  const t = useTranslations("verifications.table");
  const table = useTable({ features, columns, data: rows, getRowId: (row) => row.verification_id });
  const model = table.getRowModel().rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const descriptionId = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  /** The row that is to have the focus as soon as it is in the document. */
  const wanted = useRef<string | null>(null);
  const found = rows.findIndex((row) => row.verification_id === activeId);
  const active = Math.max(found, 0);
  const shown = useRowWindow(body, rows.length, active);
  useScrollMemory();

  // Back from a verification: where one was, with the focus on the row one had opened.
  useLayoutEffect(() => {
    const place = readPlace();
    if (!place) return;
    window.scrollTo(0, place.top);
    if (place.row === null) return;
    rememberRow(null);
    wanted.current = place.row;
    setActiveId(place.row);
  }, []);

  useEffect(() => {
    if (wanted.current === null || wanted.current !== rows[active]?.verification_id) return;
    const row = body.current?.querySelector(`[data-row="${active}"]`);
    const link = row?.querySelector<HTMLElement>("[data-row-link]");
    if (!link) return;
    wanted.current = null;
    // Shown even to whoever came with the mouse: it is the place to read on from.
    link.focus({ preventScroll: true, focusVisible: true });
    row?.scrollIntoView({ block: "nearest" });
  });

  const nearEnd = shown.last >= rows.length - NEAR_END_ROWS;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowForKey(event.key, active, rows.length, shown.page);
    const row = next === null ? undefined : rows[next];
    if (!row) return;
    event.preventDefault();
    wanted.current = row.verification_id;
    setActiveId(row.verification_id);
  };
  /** A plain click on a copy of the row's link is one on the link itself; any other is the browser's. */
  const followTwin = (event: MouseEvent) => {
    const target = event.target as Element;
    if (!target.closest("a[data-twin]") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    target.closest("[data-row]")?.querySelector<HTMLElement>("[data-row-link]")?.click();
  };
  const rowOf = (target: EventTarget) =>
    rows[Number((target as Element).closest?.<HTMLElement>("[data-row]")?.dataset.row ?? Number.NaN)];

  return (
    <>
      <p id={descriptionId} className="sr-only">
        {t("description")}
      </p>
      <table
        {...ROLE.table}
        aria-label={t("label")}
        aria-describedby={descriptionId}
        aria-rowcount={total < 0 ? -1 : total + 1}
        aria-busy={outdated}
        className={cn(TABLE, outdated && OUTDATED)}
      >
        <thead
          {...ROLE.group}
          className="sr-only border-border border-b bg-background text-muted-foreground text-xs @[60rem]:not-sr-only @[60rem]:sticky @[60rem]:top-26 @[60rem]:z-10 @[60rem]:block"
        >
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} {...ROLE.row} aria-rowindex={1} className={HEADER_ROW}>
              {group.headers.map((header) => {
                const id = header.id as ColumnId;
                const order = columnOrder(id, sort);
                return (
                  <th
                    key={id}
                    {...ROLE.header}
                    scope="col"
                    aria-sort={order?.current}
                    className={cn("text-left font-medium", CELL[id])}
                  >
                    {order ? <SortTitle id={id} order={order} onSort={onSort} /> : <table.FlexRender header={header} />}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody
          ref={body}
          {...ROLE.group}
          className="relative block"
          style={{ height: `calc(var(--row) * ${rows.length})` }}
          onKeyDown={onKeyDown}
          onFocus={(event) => setActiveId(rowOf(event.target)?.verification_id ?? null)}
          onClick={(event) => {
            rememberRow(rowOf(event.target)?.verification_id ?? null);
            followTwin(event);
          }}
        >
          {shown.indexes.map((index) => {
            const row = model[index];
            return (
              row && (
                <VerificationRow
                  key={row.id}
                  row={row}
                  render={table.FlexRender}
                  index={index}
                  active={index === active}
                />
              )
            );
          })}
        </tbody>
      </table>
    </>
  );
}
