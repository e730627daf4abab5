"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ROLE } from "#components/list/layout.ts";
import type { KeyOf } from "#components/list/rows/hold-rows.ts";
import { rowForKey } from "./row-keys.ts";
import { TableFrame } from "./table-frame.tsx";
import { readPlace, rememberRow, useScrollMemory } from "./use-place.ts";
import { useRowWindow } from "./use-row-window.ts";

type Props<Row> = {
  label: string;
  description: string;
  rows: readonly Row[];
  keyOf: KeyOf<Row>;
  /** How many there are in all; anything but a number when that is not known. */
  total: unknown;
  /** Rows of the filter before, shown until the new ones arrive. */
  outdated: boolean;
  /** The list's geometry. It says `--row`, the height that each row has. */
  className: string;
  head: ReactNode;
  /** Called when the reader comes near the end. */
  onNearEnd: () => void;
  /** Up from the first row; without it, one stays there. */
  onAbove?: () => void;
  onClick?: (event: MouseEvent) => void;
  /** A row, with the attributes of `placedRow`; `active` tells whether Tab comes to it. */
  children: (index: number, active: boolean) => ReactNode;
};

const NEAR_END_ROWS = 20;

/** As many rows as one likes, one Tab stop, every row a link, and one comes back to where one was. */
export function ListTable<Row>({ rows, keyOf, total, className, head, onNearEnd, onAbove, ...rest }: Props<Row>) {
  const { onClick, children, ...frame } = rest;
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** The row that is to have the focus as soon as it is in the document. */
  const wanted = useRef<string | null>(null);
  const found = rows.findIndex((row) => keyOf(row) === activeKey);
  const active = Math.max(found, 0);
  const shown = useRowWindow(body, rows.length, active);
  useScrollMemory();

  // Back from a row's page: where one was, with the focus on the row one had opened.
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
    // Shown even to whoever came with the mouse: it is the place to read on from.
    link.focus({ preventScroll: true, focusVisible: true });
    element?.scrollIntoView({ block: "nearest" });
  });

  const nearEnd = shown.last >= rows.length - NEAR_END_ROWS;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (onAbove && event.key === "ArrowUp" && active === 0) {
      event.preventDefault();
      return onAbove();
    }
    const next = rowForKey(event.key, active, rows.length, shown.page);
    const row = next === null ? undefined : rows[next];
    if (!row) return;
    event.preventDefault();
    wanted.current = keyOf(row);
    setActiveKey(wanted.current);
  };
  const keyAt = (target: EventTarget): string | null => {
    const row = rows[Number((target as Element).closest?.<HTMLElement>("[data-row]")?.dataset.row ?? Number.NaN)];
    return row ? keyOf(row) : null;
  };

  return (
    <TableFrame {...frame} rowCount={typeof total === "number" ? total + 1 : -1} className={className}>
      {head}
      <tbody
        ref={body}
        {...ROLE.group}
        className="relative block"
        style={{ height: `calc(var(--row) * ${rows.length})` }}
        onKeyDown={onKeyDown}
        onFocus={(event) => setActiveKey(keyAt(event.target))}
        onClick={(event) => {
          rememberRow(keyAt(event.target));
          onClick?.(event);
        }}
      >
        {shown.indexes.map((index) => children(index, index === active))}
      </tbody>
    </TableFrame>
  );
}
