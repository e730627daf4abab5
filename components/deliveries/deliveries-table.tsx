"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { rowForKey } from "#components/list/table/row-keys.ts";
import { cn } from "#components/ui/cn.ts";
import { OUTDATED, ROLE } from "#components/verifications/layout.ts";
import type { DeliverySummary } from "#lib/contract/delivery.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { CELL, ROW } from "./layout.ts";

/** As many rows as a screen holds, more or less: what Page Up and Page Down go by. */
const PAGE_ROWS = 15;
const COLUMNS = ["received", "event", "verification", "outcome", "lag"] as const;

/** One Tab stop for all rows, each a link. */
export function DeliveriesTable({ rows, outdated }: { rows: readonly DeliverySummary[]; outdated: boolean }) {
  const t = useTranslations("deliveries.table");
  const body = useRef<HTMLTableSectionElement>(null);
  const descriptionId = useId();
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
    <>
      <p id={descriptionId} className="sr-only">
        {t("description")}
      </p>
      <table
        {...ROLE.table}
        aria-label={t("label")}
        aria-describedby={descriptionId}
        aria-busy={outdated}
        className={cn("block text-[0.8125rem] tabular-nums", outdated && OUTDATED)}
      >
        <thead {...ROLE.group} className="sr-only text-muted-foreground text-xs @[56rem]:not-sr-only @[56rem]:block">
          <tr {...ROLE.row} className={cn("border-border border-b", ROW)}>
            {COLUMNS.map((column) => (
              <th
                key={column}
                {...ROLE.header}
                scope="col"
                title={column === "lag" ? t("lagHint") : undefined}
                className={cn("text-left font-medium", CELL[column])}
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...ROLE.group} className="block" onKeyDown={onKeyDown}>
          {rows.map((row, index) => (
            <DeliveryRow key={row.delivery_id} row={row} active={index === active} onFocus={setActiveId} />
          ))}
        </tbody>
      </table>
    </>
  );
}
