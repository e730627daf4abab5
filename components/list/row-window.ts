"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The rows that the server renders without knowing the window: a screenful of the wide list. */
const FIRST: Sight = { first: 0, last: 22, around: 0 };
/** Rows rendered above and below the visible ones, so that scrolling meets them rendered. */
const AROUND = 12;

/** The indexes of the first and the last row in sight, and how many around them are drawn. */
type Sight = { first: number; last: number; around: number };

/**
 * The rendered rows: those visible in the window, some around, and the row with the Tab stop, wherever it is. All rows
 * have one height and are placed by styles (`--row` times their index), so that their position follows from the index:
 * no library that measures each row.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, active: number) {
  const [sight, setSight] = useState(FIRST);
  const look = useCallback(() => {
    const box = body.current?.getBoundingClientRect();
    if (!box || count === 0) return;
    const row = box.height / count;
    const first = Math.max(0, Math.floor(-box.top / row));
    const last = Math.ceil((window.innerHeight - box.top) / row) - 1;
    setSight((known) =>
      known.first === first && known.last === last && known.around === AROUND ? known : { first, last, around: AROUND },
    );
  }, [body, count]);
  // Restores the position before the first paint, after a reload or a scroll before hydration.
  useLayoutEffect(() => {
    if (window.scrollY > 0) look();
  }, [look]);
  useEffect(() => {
    // Synchronous: a frame later the reader would see empty space.
    const follow = () => flushSync(look);
    window.addEventListener("scroll", follow, { passive: true });
    // Rows change their height with the window, with the density and with the size of letters; what appears above them
    // makes the page longer. An observer is called when all is laid out, so that asking costs nothing.
    const observer = new ResizeObserver(look);
    if (body.current) observer.observe(body.current);
    observer.observe(document.documentElement);
    return () => {
      window.removeEventListener("scroll", follow);
      observer.disconnect();
    };
  }, [body, look]);
  // A shorter list shows its end until the next scroll.
  const last = Math.min(sight.last, count - 1);
  const first = Math.max(0, Math.min(sight.first, last - (sight.last - sight.first)));
  const from = Math.max(0, first - sight.around);
  const to = Math.min(count - 1, last + sight.around);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (active >= 0 && active < from && active < count) indexes.unshift(active);
  if (active > to && active < count) indexes.push(active);
  return { indexes, first, last, page: Math.max(1, sight.last - sight.first - 4) };
}

/** Where one was in a list, kept in its history entry: how far down, and which row was opened. Ids are no secrets. */
type Place = { top: number; row: string | null };

const KEY = "cotejoList";

/** Keeps Next's own state in the history entry, so that its router ignores the change. */
function write(place: Place): void {
  window.history.replaceState({ ...window.history.state, [KEY]: place }, "");
}

export function readPlace(): Place | null {
  const place: unknown = window.history.state?.[KEY];
  if (typeof place !== "object" || place === null) return null;
  const { top, row } = place as Partial<Place>;
  return { top: typeof top === "number" ? top : 0, row: typeof row === "string" ? row : null };
}

/** Called when a row is opened, and with null after the return. */
export const rememberRow = (row: string | null): void => write({ top: window.scrollY, row });

/** Stores the scroll position whenever scrolling stops. */
export function useScrollMemory(): void {
  useEffect(() => {
    const remember = () => write({ top: window.scrollY, row: readPlace()?.row ?? null });
    window.addEventListener("scrollend", remember);
    return () => window.removeEventListener("scrollend", remember);
  }, []);
}
