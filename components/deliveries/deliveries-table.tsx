"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { ROLE } from "#components/list/layout.ts";
import { ColumnTitles } from "#components/list/table/column-titles.tsx";
import { rowForKey } from "#components/list/table/row-keys.ts";
import { TableFrame } from "#components/list/table/table-frame.tsx";
import type { DeliverySummary } from "#lib/contract/deliveries/delivery.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { CELL, COLUMN_IDS, ROW } from "./layout.ts";

/** As many rows as a screen holds, more or less: what Page Up and Page Down go by. */
const PAGE_ROWS = 15;

/** One Tab stop for all rows, each a link. */
export function DeliveriesTable({ rows, outdated }: { rows: readonly DeliverySummary[]; outdated: boolean }) {
  const t = useTranslations("deliveries.table");
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeId, setActiveId] = useState<number | null>(null);
  const active = Math.max(
    rows.findIndex((row) => row.delivery_id === activeId),
    0,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowForKey(event.key, active, rows.length, PAGE_ROWS);
    if (next === null) return;
    event.preventDefault();
    const link = body.current?.querySelectorAll<HTMLElement>("[data-row-link]")[next];
    link?.focus();
    link?.scrollIntoView({ block: "nearest" });
  };
  return (
    <TableFrame
      label={t("label")}
      description={t("description")}
      outdated={outdated}
      className="block text-[0.8125rem] tabular-nums"
    >
      <ColumnTitles columns={COLUMN_IDS} titleOf={t} hints={{ lag: t("lagHint") }} row={ROW} cell={CELL} />
      <tbody ref={body} {...ROLE.group} className="block" onKeyDown={onKeyDown}>
        {rows.map((row, index) => (
          <DeliveryRow key={row.delivery_id} row={row} active={index === active} onFocus={setActiveId} />
        ))}
      </tbody>
    </TableFrame>
  );
}
