"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { rowForKey } from "#components/list/table/row-keys.ts";
import { readPlace, rememberRow, useScrollMemory } from "#components/list/table/use-place.ts";
import { useRowWindow } from "#components/list/table/use-row-window.ts";
import { cn } from "#components/ui/cn.ts";
import { OUTDATED, ROLE } from "#components/verifications/layout.ts";
import type { PersonSummary } from "#lib/contract/people-search.ts";
import { CELL, COLUMN_IDS, HEADER_ROW, TABLE } from "./layout.ts";
import { personKey } from "./person-place.ts";
import { PersonRow } from "./person-row.tsx";

type Props = {
  rows: readonly PersonSummary[];
  /** How many there are in all; -1 when that is not known. */
  total: number;
  /** Rows of the search before, shown until the new ones arrive. */
  outdated: boolean;
  /** Whether Enter in the field opens the first row. */
  firstIsMeant: boolean;
  /** Where the focus goes from above the first row. */
  focusField: () => void;
  body: RefObject<HTMLTableSectionElement | null>;
  onNearEnd: () => void;
};

const NEAR_END_ROWS = 20;

/** The people: as many rows as one likes, one Tab stop, every row a link. */
export function PeopleTable({ rows, total, outdated, firstIsMeant, focusField, body, onNearEnd }: Props) {
  const t = useTranslations("people.table");
  const descriptionId = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** The row that is to have the focus as soon as it is in the document. */
  const wanted = useRef<string | null>(null);
  const active = Math.max(
    rows.findIndex((row) => personKey(row) === activeKey),
    0,
  );
  const shown = useRowWindow(body, rows.length, active);
  useScrollMemory();

  // Back from a person: where one was, with the focus on the row one had opened.
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
    if (wanted.current === null || !row || wanted.current !== personKey(row)) return;
    const element = body.current?.querySelector(`[data-row="${active}"]`);
    const link = element?.querySelector<HTMLElement>("[data-row-link]");
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true, focusVisible: true });
    element?.scrollIntoView({ block: "nearest" });
  });

  const nearEnd = shown.last >= rows.length - NEAR_END_ROWS;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowUp" && active === 0) {
      event.preventDefault();
      return focusField();
    }
    const next = rowForKey(event.key, active, rows.length, shown.page);
    const row = next === null ? undefined : rows[next];
    if (!row) return;
    event.preventDefault();
    wanted.current = personKey(row);
    setActiveKey(wanted.current);
  };
  const keyAt = (target: EventTarget): string | null => {
    const row = rows[Number((target as Element).closest?.<HTMLElement>("[data-row]")?.dataset.row ?? Number.NaN)];
    return row ? personKey(row) : null;
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
        aria-rowcount={total < 0 ? -1 : total + 1}
        aria-busy={outdated}
        className={cn(TABLE, outdated && OUTDATED)}
      >
        <thead {...ROLE.group} className="sr-only text-muted-foreground text-xs @[56rem]:not-sr-only @[56rem]:block">
          <tr {...ROLE.row} aria-rowindex={1} className={cn("border-border border-b", HEADER_ROW)}>
            {COLUMN_IDS.map((column) => (
              <th
                key={column}
                {...ROLE.header}
                scope="col"
                title={column === "at" ? t("atHint") : undefined}
                className={cn("text-left font-medium", CELL[column])}
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          {...ROLE.group}
          className="relative block"
          style={{ height: `calc(var(--row) * ${rows.length})` }}
          onKeyDown={onKeyDown}
          onFocus={(event) => setActiveKey(keyAt(event.target))}
          onClick={(event) => rememberRow(keyAt(event.target))}
        >
          {shown.indexes.map((index) => {
            const person = rows[index];
            return (
              person && (
                <PersonRow
                  key={personKey(person)}
                  person={person}
                  index={index}
                  active={index === active}
                  meant={firstIsMeant && index === 0}
                />
              )
            );
          })}
        </tbody>
      </table>
    </>
  );
}
