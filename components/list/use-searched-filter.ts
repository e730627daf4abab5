"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { FilterFormat } from "#lib/contract/url-parameters.ts";
import { type ListFilter, useFilter } from "./use-filter.ts";

/**
 * Searched texts that may not stand in an address, by the key of the history entry of their list. Kept in this tab's
 * memory only: Back restores the text, another list begins without one, and a reload clears it.
 */
const texts = new Map<string, string>();

/** Null in browsers without the Navigation API: there, a searched text lasts until the reader leaves the list. */
const keptText = (): string | null =>
  (typeof window !== "undefined" && texts.get(window.navigation?.currentEntry?.key ?? "")) || null;

function keepText(text: string): void {
  const key = window.navigation?.currentEntry?.key;
  if (key) texts.set(key, text);
}

/** The filter of the address, with the search text from the address or from memory. Both arguments are constants. */
export function useSearchedFilter<Filter extends { q: string | null }>(
  format: FilterFormat<Filter>,
  mayStandInAddress: (text: string) => boolean,
): ListFilter<Filter> {
  const address = useFilter(format);
  const { filter: inAddress, change: changeAddress } = address;
  const [text, setText] = useState(keptText);
  useEffect(() => {
    const { navigation } = window;
    const look = () => setText(keptText());
    // The history entry of an opening page may be created after its first render.
    look();
    navigation?.addEventListener("currententrychange", look);
    return () => navigation?.removeEventListener("currententrychange", look);
  }, []);
  const change = useCallback(
    (part: Partial<Filter>) => {
      if (part.q !== undefined) {
        const posted = part.q === null || mayStandInAddress(part.q) ? "" : part.q;
        keepText(posted);
        setText(posted || null);
      }
      changeAddress(part);
    },
    [changeAddress, mayStandInAddress],
  );
  // Hand-written or old addresses may hold such a text: it is removed from the address and searched.
  const given = inAddress.q;
  useEffect(() => {
    if (given === null || mayStandInAddress(given)) return;
    // Next's router writes the address of a newly loaded page once more, after the page's effects.
    const timer = setTimeout(() => change({ q: given } as Partial<Filter>));
    return () => clearTimeout(timer);
  }, [given, change, mayStandInAddress]);
  const filter = useMemo(() => (text === null ? inAddress : { ...inAddress, q: text }), [inAddress, text]);
  return {
    ...address,
    filter,
    applied: useMemo(() => format.applied(filter), [format, filter]),
    narrowed: format.narrows(filter),
    change,
    clear: () => change(format.empty),
  };
}
