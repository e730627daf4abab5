"use client";

import { useEffect } from "react";

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
