import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { countUpdated, flattenPages, holdRows, type KeyOf } from "./hold-rows.ts";

type ListQuery<Row, Total> = UseInfiniteQueryResult<InfiniteData<{ items: readonly Row[]; total?: Total }>>;

/** True for a list that never loaded, also during its retries: the error message does not flicker. */
export const hasFailed = ({
  dataUpdatedAt,
  errorUpdateCount,
  isPending,
  fetchStatus,
}: Pick<ListQuery<unknown, unknown>, "dataUpdatedAt" | "errorUpdateCount" | "isPending" | "fetchStatus">): boolean =>
  dataUpdatedAt === 0 && (errorUpdateCount > 0 || (isPending && fetchStatus === "paused"));

export type LiveList<Row, Total> = ReturnType<typeof useLiveRows<Row, Total>>;

export type Scroller = { offset: () => number; toTop: () => void };

const WINDOW_SCROLLER: Scroller = { offset: () => window.scrollY, toTop: () => window.scrollTo(0, 0) };

/**
 * The rows of a list with live updates, which move no row while a user is in the list. `filter` identifies the request,
 * `list` the shown rows; `zone` has the props of the element around the rows.
 */
export function useLiveRows<Row, Total>(
  filter: string,
  query: ListQuery<Row, Total>,
  keyOf: KeyOf<Row>,
  scroller: Scroller = WINDOW_SCROLLER,
) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData: outdated, fetchNextPage } = query;
  const area = useRef<HTMLDivElement>(null);
  const { held, zone, leave } = useHold(area, scroller);
  // Until the answer comes, the rows of the previous filter or none are shown under another `list` name: holding starts
  // anew.
  const list = `${outdated || !data ? "until " : ""}${filter}`;
  const latest = useMemo(() => ({ list, rows: flattenPages(data?.pages ?? [], keyOf) }), [list, data, keyOf]);
  // A live update is rendered as a deferred value, which input can interrupt; another list is rendered at once.
  const drawn = useDeferredValue(latest);
  const fresh = (drawn.list === list ? drawn : latest).rows;
  const { rows, updated, added, show } = useHeldRows(list, fresh, held, !hasNextPage, keyOf);
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const field = useRef<HTMLInputElement>(null);
  const focusField = useCallback(() => field.current?.focus(), []);
  /** Focuses the row with the Tab stop; false if there is none. */
  const focusRows = () => {
    const row = area.current?.querySelector<HTMLElement>('[data-row-link][tabindex="0"], [data-entry]');
    row?.focus();
    return row != null;
  };
  const showWaiting = (byKeyboard: boolean) => {
    leave();
    flushSync(show);
    scroller.toTop();
    // The pressed button with the focus is removed. The first row is rendered after the scroll.
    if (byKeyboard)
      requestAnimationFrame(() => area.current?.querySelector<HTMLElement>("[data-row-link], a")?.focus());
  };
  return {
    query,
    rows,
    /** The latest rows, including rows held back from display. */
    fresh,
    total: hasFailed(query) ? undefined : data?.pages.at(-1)?.total,
    list,
    /** The rows are from the previous filter, shown until the new ones arrive. */
    outdated,
    /** The rows of the last answer are not rendered yet. */
    behind: drawn !== latest,
    updated,
    added,
    zone,
    more,
    /** The search field of the list, which receives lost focus. */
    field,
    focusField,
    focusRows,
    /** Shows the waiting rows at the user's position. */
    show,
    showWaiting,
  };
}

/**
 * The rows to show. While `held`, fresh rows update contents but move nothing: `updated` is the number of waiting rows,
 * `added` the number of new ones among them. Rows of another list (another `list` name) always replace the shown ones.
 */
function useHeldRows<T>(list: string, fresh: readonly T[], held: boolean, complete: boolean, keyOf: KeyOf<T>) {
  const [shown, setShown] = useState({ list, rows: fresh, before: fresh });
  const holding = held && shown.list === list;
  const next = useMemo(
    () => (holding ? holdRows(shown.rows, fresh, complete, keyOf) : null),
    [holding, shown, fresh, complete, keyOf],
  );
  const rows = next?.rows ?? fresh;
  // Stored during rendering: the next answer is merged into these rows.
  if (rows !== shown.rows || list !== shown.list) setShown({ list, rows, before: next ? shown.before : fresh });
  const updated = useMemo(() => (next ? countUpdated(shown.before, next, keyOf) : 0), [shown.before, next, keyOf]);
  return { rows, updated, added: next?.added ?? 0, show: () => setShown({ list, rows: fresh, before: fresh }) };
}

/** Time to move from a row to the button of the waiting rows, or for the focus to move between rows. */
const LEAVE_DELAY_MS = 400;
const AWAY_FROM_TOP_PX = 80;

type UserPresence = { pointer: boolean; focus: boolean };

/**
 * Whether the user is in the list: the pointer or the focus is inside, or the list is scrolled down, where rows
 * inserted above would move the text being read.
 */
function useHold(area: RefObject<HTMLDivElement | null>, { offset }: Pick<Scroller, "offset">) {
  const present = useRef<UserPresence>({ pointer: false, focus: false });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [inside, setInside] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const note = useCallback((change: Partial<UserPresence>) => {
    Object.assign(present.current, change);
    clearTimeout(leaving.current);
    if (present.current.pointer || present.current.focus) setInside(true);
    else leaving.current = setTimeout(() => setInside(false), LEAVE_DELAY_MS);
  }, []);
  useEffect(() => {
    const point = (pointer: boolean) => pointer !== present.current.pointer && note({ pointer });
    // No event is sent when the element under the pointer is removed: the next `pointerover` reports the new one. Touch
    // has no hover.
    const over = ({ target, pointerType }: PointerEvent) =>
      pointerType !== "touch" && point(area.current?.contains(target as Node) ?? false);
    const out = () => point(false);
    window.addEventListener("pointerover", over, { passive: true });
    document.documentElement.addEventListener("pointerleave", out);
    return () => {
      window.removeEventListener("pointerover", over);
      document.documentElement.removeEventListener("pointerleave", out);
    };
  }, [area, note]);
  useEffect(() => {
    // No event is sent when a removed element loses the focus.
    if (present.current.focus && !area.current?.contains(document.activeElement)) note({ focus: false });
  });
  useEffect(() => {
    const updateScrolled = () => setScrolled(offset() > AWAY_FROM_TOP_PX);
    updateScrolled();
    // Scroll events do not bubble.
    const listening = { passive: true, capture: true };
    window.addEventListener("scroll", updateScrolled, listening);
    return () => {
      window.removeEventListener("scroll", updateScrolled, listening);
      clearTimeout(leaving.current);
    };
  }, [offset]);
  const zone = {
    ref: area,
    onFocus: () => note({ focus: true }),
    onBlur: (event: FocusEvent) => note({ focus: event.currentTarget.contains(event.relatedTarget) }),
  };
  /** Leaves the list after an element with pointer or focus was removed: no leave event is sent then. */
  const leave = useCallback(() => {
    present.current = { pointer: false, focus: false };
    clearTimeout(leaving.current);
    setInside(false);
  }, []);
  return { held: inside || scrolled, zone, leave };
}
