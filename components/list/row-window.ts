"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The rows that the server renders without knowing the window: a screenful of the wide list. */
const FIRST: Sight = { first: 0, last: 22, around: 0 };
/** So many rows above and below those in sight are in the document, so that scrolling meets them drawn. */
const AROUND = 12;

/** The indexes of the first and the last row in sight, and how many around them are drawn. */
type Sight = { first: number; last: number; around: number };

/**
 * Which rows are in the document: those in sight of the window, some around, and the one that Tab comes to, wherever it
 * is. All rows have one height and are placed by styles (`--row` times their index), so that counting needs nothing but
 * the place of the whole: not a library that measures each row.
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
  // Who scrolled before the page was hydrated, or is back in the middle of the list, is there from the first frame on.
  useLayoutEffect(() => {
    if (window.scrollY > 0) look();
  }, [look]);
  useEffect(() => {
    // At once: a frame later one would see where no rows are yet.
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
  // A list that has become shorter shows its end until one looks again.
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

/** Written with Next's own state beside it, so that its router takes no notice. */
function write(place: Place): void {
  window.history.replaceState({ ...window.history.state, [KEY]: place }, "");
}

export function readPlace(): Place | null {
  const place: unknown = window.history.state?.[KEY];
  if (typeof place !== "object" || place === null) return null;
  const { top, row } = place as Partial<Place>;
  return { top: typeof top === "number" ? top : 0, row: typeof row === "string" ? row : null };
}

/** Called when a row is opened, and again with null once one has come back to it. */
export const rememberRow = (row: string | null): void => write({ top: window.scrollY, row });

/** Remembers how far down one is whenever scrolling comes to rest. */
export function useScrollMemory(): void {
  useEffect(() => {
    const remember = () => write({ top: window.scrollY, row: readPlace()?.row ?? null });
    window.addEventListener("scrollend", remember);
    return () => window.removeEventListener("scrollend", remember);
  }, []);
}
