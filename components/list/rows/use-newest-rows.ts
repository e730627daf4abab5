"use client";

import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PagedQuery } from "#components/list/query-state.ts";
import { useHold } from "#components/list/use-hold.ts";
import { flattenPages } from "./flatten-pages.ts";
import type { KeyOf } from "./hold-rows.ts";

type IsNewer<Row> = (one: Row, other: Row) => boolean;

type Query<Row> = Pick<PagedQuery, "isPlaceholderData"> & {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
};

/**
 * The rows of a list that only grows at its top: live, and yet still while somebody is in it. `asked` names what was asked
 * for, `list` what is shown; `zone` is for the element that the rows stand in.
 */
export function useNewestRows<Row>(asked: string, query: Query<Row>, keyOf: KeyOf<Row>, isNewer: IsNewer<Row>) {
  const { data, isPlaceholderData } = query;
  const fresh = useMemo(() => flattenPages(data?.pages ?? [], keyOf), [data, keyOf]);
  const { held, zone, leave } = useHold();
  const list = `${isPlaceholderData ? "until " : ""}${asked}`;
  const { rows, waiting, show } = useHeldTop(list, fresh, held, isNewer);
  const area = useRef<HTMLDivElement>(null);
  const showWaiting = (byKeyboard: boolean) => {
    leave();
    flushSync(show);
    window.scrollTo(0, 0);
    // What was pressed is gone, and the newest row is what was asked for.
    if (byKeyboard) area.current?.querySelector<HTMLElement>("a[href]")?.focus();
  };
  return { rows, waiting, list, zone: { ...zone, ref: area }, showWaiting };
}

/**
 * The rows to show, newest first: while `held`, those that come in above wait, so that nothing moves under the pointer.
 * `list` names what was asked for: rows of another list replace what was shown.
 */
function useHeldTop<Row>(list: string, rows: readonly Row[], held: boolean, isNewer: IsNewer<Row>) {
  const [first] = rows;
  const [known, setKnown] = useState({ list, top: first });
  const holding = held && known.list === list && known.top !== undefined;
  if (!holding && (known.list !== list || known.top !== first)) setKnown({ list, top: first });
  const { top } = known;
  const shown = holding && top ? rows.filter((row) => !isNewer(row, top)) : rows;
  return { rows: shown, waiting: rows.length - shown.length, show: () => setKnown({ list, top: first }) };
}
