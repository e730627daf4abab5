import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Hint, type Tip } from "#components/kit/hint.tsx";
import { useBufferedShortcuts } from "#components/kit/key-buffer.ts";
import { isIdle, usePageKeys } from "#components/kit/page-keys.ts";
import { TipArea, type TipPlace } from "#components/kit/tip-area.tsx";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { columnOrder, type ListDefinition, OUTDATED_CLASS } from "./definition.ts";
import { ListRow, TablePart } from "./list-row.tsx";
import type { ListName } from "./live-notes.tsx";
import { ROW_KEYS, rowForKey } from "./row-keys.ts";
import { readPlace, rememberRow, useRowWindow, useScrollMemory } from "./row-window.ts";
import type { Selection } from "./selection.ts";
import { type ListOrder, SortTitle } from "./sort-title.tsx";
import type { LiveList } from "./use-live-rows.ts";

type Props<Row> = {
  of: Exclude<ListName, "audit">;
  definition: ListDefinition<Row>;
  list: Pick<LiveList<Row, unknown>, "rows" | "total" | "outdated" | "more" | "focusField">;
  order?: ListOrder;
  selection?: Pick<Selection, "keys" | "select"> | undefined;
  pointedOut?: number | undefined;
};

const NEAR_END_ROWS = 20;

/**
 * A table of any number of rows with one tab stop, and the selection box of the active row. Each row is a link. The
 * table restores the last scroll position.
 */
export function ListTable<Row>({ of, definition, list, order, selection, pointedOut }: Props<Row>) {
  const t = useTranslations(`${of}.table`);
  const words = useTranslations("list");
  const descriptionId = useId();
  const { keyOf, layout } = definition;
  const { rows, total, outdated, more: onNearEnd, focusField } = list;
  const body = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** The key of the row to focus as soon as it is rendered. */
  const wanted = useRef<string | null>(null);
  const found = rows.findIndex((row) => keyOf(row) === activeKey);
  const active = Math.max(found, 0);
  const shown = useRowWindow(body, rows.length, active);
  useScrollMemory();

  // Back from the page of a row: restores the scroll position, and focuses that row.
  useLayoutEffect(() => {
    const place = readPlace();
    if (!place) return;
    window.scrollTo(0, place.top);
    if (place.row === null) return;
    rememberRow(null);
    wanted.current = place.row;
    setActiveKey(place.row);
  }, []);

  useEffect(() => {
    const row = rows[active];
    if (wanted.current === null || !row || wanted.current !== keyOf(row)) return;
    const element = body.current?.querySelector(`[data-row="${active}"]`);
    const link = element?.querySelector<HTMLElement>("[data-row-link]");
    if (!link) return;
    wanted.current = null;
    // The focus ring is visible even for mouse users: it marks the row where they stopped reading.
    link.focus({ preventScroll: true, focusVisible: true });
    element?.scrollIntoView({ block: "nearest" });
  });

  const nearEnd = shown.last >= rows.length - NEAR_END_ROWS;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd]);

  const goTo = (event: { preventDefault(): void }, index: number | null) => {
    const row = index === null ? undefined : rows[index];
    if (!row) return;
    event.preventDefault();
    wanted.current = keyOf(row);
    setActiveKey(wanted.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowUp" && active === 0) {
      event.preventDefault();
      setActiveKey(null);
      return focusField();
    }
    // Single characters are shortcuts of the page, which users can turn off.
    if (event.key.length > 1) goTo(event, rowForKey(event.key, active, rows.length, shown.page));
  };
  // The keys move from the active row or the first visible row, wherever the focus is.
  usePageKeys((event) => {
    if (event.altKey) return;
    const { key, target } = event;
    if (key === "Enter" && isIdle(target)) {
      if (found === -1) return goTo(event, shown.first);
      body.current?.querySelector<HTMLElement>(`[data-row="${found}"] [data-row-link]`)?.click();
    }
    if (selection && key.toLowerCase() === "x") {
      const index = found === -1 ? shown.first : found;
      goTo(event, index);
      selectAt(index, event.shiftKey);
    }
    if (key === "j" || key === "k") {
      goTo(event, found === -1 ? shown.first : rowForKey(key, active, rows.length, shown.page));
    }
  });
  const selectAt = (index: number, range: boolean) => {
    const row = rows[index];
    if (row) selection?.select(rows.map(keyOf), keyOf(row), range);
  };
  /** A press of a selection box; a click also makes its row active. */
  const onSelect = (event: MouseEvent, box: Element) => {
    const row = box.closest<HTMLElement>("[data-row]");
    selectAt(Number(row?.dataset.row), event.shiftKey);
    if (event.detail > 0) row?.querySelector<HTMLElement>("[data-row-link]")?.focus({ preventScroll: true });
  };
  const hints = definition.useHints();
  /** The row's link covers its cells. The tooltip is of the cell under the pointer, or of all cells on keyboard focus. */
  const tipOf = (target: Element, place: TipPlace): Tip | null => {
    const link = target.closest("[data-row-link]");
    const element = link?.closest<HTMLElement>("[data-row]");
    const row = rows[Number(element?.dataset.row)];
    if (!link || !element || !row) return null;
    const linesOf = (id: string) => (hints[id]?.(row) ?? []).filter(Boolean);
    const tip = (cell: Element, lines: unknown[]): Tip | null =>
      lines.length > 0 ? { element: cell, text: lines.join("\n"), align: "start" } : null;
    if (place === null) {
      const [first, ...others] = definition.columns.map(({ id }) => ({ id, lines: linesOf(id) }));
      const named = others.filter(({ lines }) => lines.length > 0);
      const words = named.map(({ id, lines }) => `${t(`columns.${id as "status"}`)}: ${lines.join(", ")}`);
      return tip(link, [...(first?.lines ?? []), ...words]);
    }
    const cells = document.elementsFromPoint(place.clientX, place.clientY);
    const cell = cells.find(({ parentElement }) => parentElement === element);
    const column = cell && definition.columns[[...element.children].indexOf(cell)];
    return cell && column ? tip(cell, linesOf(column.id)) : null;
  };
  const keyAt = (target: EventTarget): string | null => {
    const row = rows[Number((target as Element).closest?.<HTMLElement>("[data-row]")?.dataset.row ?? Number.NaN)];
    return row ? keyOf(row) : null;
  };

  return (
    <TipArea tipOf={tipOf}>
      <p id={descriptionId} className="sr-only">
        {words("description")}
      </p>
      <TablePart
        role="table"
        aria-label={t("label")}
        aria-describedby={descriptionId}
        // The count includes the header; -1 if unknown.
        aria-rowcount={typeof total === "number" ? total + 1 : -1}
        aria-busy={outdated}
        className={cn("block text-[0.8125rem] tabular-nums", layout.table, outdated && OUTDATED_CLASS)}
      >
        <TablePart role="rowgroup" className={cn("sr-only text-muted-foreground text-xs", layout.head)}>
          <TablePart role="row" aria-rowindex={1} className={layout.titles}>
            {definition.columns.map(({ id, place, hint, sort }) => {
              const current = sort && order ? columnOrder(sort, order.now) : undefined;
              return (
                <Hint key={id} text={hint && t(hint as "label")}>
                  <TablePart
                    role="columnheader"
                    aria-sort={current?.current}
                    className={cn("text-left font-medium", place)}
                  >
                    {current && order ? (
                      <SortTitle title={t(`columns.${id as "status"}`)} column={current} order={order} />
                    ) : (
                      t(`columns.${id as "status"}`)
                    )}
                  </TablePart>
                </Hint>
              );
            })}
            {selection && (
              <TablePart role="columnheader" className="sr-only">
                {words("selection.column")}
              </TablePart>
            )}
          </TablePart>
        </TablePart>
        <TablePart
          ref={body}
          role="rowgroup"
          className="relative block print:h-auto!"
          style={{ height: `calc(var(--row) * ${rows.length})` }}
          onKeyDown={onKeyDown}
          onFocus={(event) => setActiveKey(keyAt(event.target))}
          onClick={(event) => {
            const box = (event.target as Element).closest("[data-select]");
            if (box) return onSelect(event, box);
            rememberRow(keyAt(event.target));
          }}
        >
          {shown.indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <ListRow
                  key={keyOf(row)}
                  definition={definition}
                  row={row}
                  index={index}
                  active={index === active}
                  selected={selection?.keys.has(keyOf(row))}
                  className={index === pointedOut ? "bg-accent/60" : undefined}
                />
              )
            );
          })}
        </TablePart>
      </TablePart>
    </TipArea>
  );
}

const SKELETON_ROWS = Array.from({ length: 14 }, (_, index) => index);

/** Placeholders of the final size before the first rows. */
export function ListSkeleton<Row>({ of, definition }: Pick<Props<Row>, "of" | "definition">) {
  const t = useTranslations(`${of}.table.columns`);
  useBufferedShortcuts(true, ROW_KEYS);
  const { columns, layout } = definition;
  return (
    <div aria-hidden className={cn("mask-b-from-40% text-[0.8125rem]", layout.table)}>
      <div className={cn("hidden border-border border-b font-medium text-muted-foreground text-xs", layout.titles)}>
        {columns.map(({ id, place }) => (
          <span key={id} className={place}>
            {t(id as "status")}
          </span>
        ))}
      </div>
      {SKELETON_ROWS.map((index) => (
        <div key={index} className={cn("border-border border-b", layout.row)}>
          {columns.map(({ id, place, skeleton }) => (
            <span key={id} className={place}>
              <Skeleton className={cn("h-3", skeleton)} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
