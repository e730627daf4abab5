"use client";

import { defaultRangeExtractor, observeWindowOffset, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** What the server draws, which cannot know the window: a screenful of the wide list. */
const FIRST_RECT = { width: 1280, height: 900 };
const FIRST_ROW_PX = 38;
/** Around those in sight, once the page is hydrated: the first answer is to be small. */
const OVERSCAN = 12;

type ObserveOffset = typeof observeWindowOffset;

/**
 * Users who scroll before the page is hydrated must find the rows that the server drew: the first render takes the top
 * for granted, and where the window really is follows at once, before anything scrolls it there.
 */
const observeOffset: ObserveOffset = (instance, notify) => {
  const stop = observeWindowOffset(instance, notify);
  notify(window.scrollY, false);
  return stop;
};

/**
 * Which rows are in the document: those in sight of the window, some around, and the one that Tab comes to, wherever it
 * is. Rows are placed by styles (`--row` times their index); here only counting goes by pixels, so a size that is not
 * known yet costs no jump.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, active: number) {
  const [size, setSize] = useState({ row: FIRST_ROW_PX, above: 0 });
  const counted = useRef(count);
  useLayoutEffect(() => {
    counted.current = count;
  }, [count]);
  const measure = useCallback(() => {
    const element = body.current;
    if (!element || counted.current === 0) return;
    const { top, height } = element.getBoundingClientRect();
    const row = height / counted.current;
    const above = Math.round(top + window.scrollY);
    setSize((known) => (known.row === row && known.above === above ? known : { row, above }));
  }, [body]);
  // Back in the middle of the list, the first rows to be seen hang on it; else it can wait for the frame's own layout.
  useLayoutEffect(() => {
    if (window.scrollY > 0) measure();
  }, [measure]);
  // Rows change their height with the window, with the density and with the size of letters; what appears above them
  // makes the page longer. An observer is called when all is laid out, so that asking costs nothing.
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [body, measure]);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => size.row,
    scrollMargin: size.above,
    overscan: hydrated ? OVERSCAN : 0,
    initialRect: FIRST_RECT,
    initialOffset: 0,
    observeElementOffset: observeOffset,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      if (active < 0 || active >= range.count || seen.includes(active)) return seen;
      return [...seen, active].sort((a, b) => a - b);
    },
  });
  const placed = useRef(size.row);
  useLayoutEffect(() => {
    if (placed.current === size.row) return;
    placed.current = size.row;
    virtualizer.measure();
  }, [size.row, virtualizer]);
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map((item) => item.index),
    first: virtualizer.range?.startIndex ?? 0,
    last: virtualizer.range?.endIndex ?? items.at(-1)?.index ?? 0,
    page: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? FIRST_RECT.height) / size.row) - 4),
  };
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
