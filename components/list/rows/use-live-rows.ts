"use client";

import { useCallback, useMemo, useRef } from "react";
import type { ListQuery } from "#components/list/query-state.ts";
import { useHold } from "#components/list/use-hold.ts";
import { flattenPages } from "./flatten-pages.ts";
import type { KeyOf } from "./hold-rows.ts";
import { useHeldRows } from "./use-held-rows.ts";

/**
 * The rows of a list: live, and yet still while somebody is in it. `asked` names what was asked for, `list` what is
 * shown; `zone` is for the element that the rows stand in.
 */
export function useLiveRows<Row>(asked: string, query: ListQuery<Row, unknown>, keyOf: KeyOf<Row>) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const fresh = useMemo(() => flattenPages(data?.pages ?? [], keyOf), [data, keyOf]);
  const { held, zone, leave } = useHold();
  // Rows of the filter before, or none, stand in until the answer comes. They are another list: nothing of it is held back.
  const list = `${query.isPlaceholderData || !data ? "until " : ""}${asked}`;
  const { rows, updated, show } = useHeldRows(list, fresh, held, !hasNextPage, keyOf);
  const area = useRef<HTMLDivElement>(null);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const focusRows = () => area.current?.querySelector<HTMLElement>('[data-row-link][tabindex="0"]')?.focus();
  const showWaiting = (byKeyboard: boolean) => {
    leave();
    show();
    window.scrollTo(0, 0);
    if (byKeyboard) focusRows();
  };
  return { rows, list, updated, zone: { ...zone, ref: area }, more, focusRows, showWaiting };
}
