import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The rows that the server renders without knowing the height of the window: enough for a screen of the wide list. */
const SERVER_ROWS: VisibleRows = { first: 0, last: 22, around: 0 };
/** Rows rendered above and below the visible ones, for scrolling without gaps. */
const MARGIN = 12;

/** The indexes of the first and the last visible row, and the number of rows rendered around them. */
type VisibleRows = { first: number; last: number; around: number };

/**
 * The rows to render: the visible ones, some around, and the row with the tab stop. All rows have the same height and
 * are placed by styles (`--row` times their index), so no library has to measure rows.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, active: number) {
  const [visible, setVisible] = useState(SERVER_ROWS);
  const measure = useCallback(() => {
    const box = body.current?.getBoundingClientRect();
    if (!box || count === 0) return;
    const row = box.height / count;
    const first = Math.max(0, Math.floor(-box.top / row));
    const last = Math.ceil((window.innerHeight - box.top) / row) - 1;
    setVisible((known) =>
      known.first === first && known.last === last && known.around === MARGIN ? known : { first, last, around: MARGIN },
    );
  }, [body, count]);
  // After a reload, or a scroll before hydration, the visible rows are rendered before the first paint.
  useLayoutEffect(() => {
    if (window.scrollY > 0) measure();
  }, [measure]);
  useEffect(() => {
    // Synchronous: the next frame would show empty space.
    const follow = () => flushSync(measure);
    window.addEventListener("scroll", follow, { passive: true });
    // The row height changes with the window, the density and the font size; content above the rows moves them. A
    // `ResizeObserver` runs after layout: measuring costs nothing then.
    const observer = new ResizeObserver(measure);
    if (body.current) observer.observe(body.current);
    observer.observe(document.documentElement);
    return () => {
      window.removeEventListener("scroll", follow);
      observer.disconnect();
    };
  }, [body, measure]);
  const isPrinted = useIsPrinted();
  // If the list became shorter, its end is rendered until the next scroll.
  const last = Math.min(visible.last, count - 1);
  const first = Math.max(0, Math.min(visible.first, last - (visible.last - visible.first)));
  const from = isPrinted ? 0 : Math.max(0, first - visible.around);
  const to = isPrinted ? count - 1 : Math.min(count - 1, last + visible.around);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (active >= 0 && active < from && active < count) indexes.unshift(active);
  if (active > to && active < count) indexes.push(active);
  return { indexes, first, last, page: Math.max(1, visible.last - visible.first - 4) };
}

/** Whether the page is being printed: the browser prints it as it is when the handlers of `beforeprint` return. */
function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinted(true));
    const end = () => setIsPrinted(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinted;
}

/** The scroll position of a list and the opened row, stored in the history entry. Row ids are not secret. */
type ListPlace = { top: number; row: string | null };

const KEY = "cotejoList";

/** Copies Next's state of the history entry: its router ignores the change. */
function writePlace(place: ListPlace): void {
  window.history.replaceState({ ...window.history.state, [KEY]: place }, "");
}

export function readPlace(): ListPlace | null {
  const place: unknown = window.history.state?.[KEY];
  if (typeof place !== "object" || place === null) return null;
  const { top, row } = place as Partial<ListPlace>;
  return { top: typeof top === "number" ? top : 0, row: typeof row === "string" ? row : null };
}

/** Called with the key of an opened row, and with null after the return to the list. */
export const rememberRow = (row: string | null): void => writePlace({ top: window.scrollY, row });

/** Stores the scroll position whenever scrolling stops. */
export function useScrollMemory(): void {
  useEffect(() => {
    const remember = () => writePlace({ top: window.scrollY, row: readPlace()?.row ?? null });
    window.addEventListener("scrollend", remember);
    return () => window.removeEventListener("scrollend", remember);
  }, []);
}
