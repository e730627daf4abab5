"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { FilterFormat } from "#lib/contract/url-parameters.ts";
import { type ListFilter, useFilter } from "./use-filter.ts";

/**
 * Searched texts that may not stand in an address, by the key of the list's history entry. They are in the memory of
 * this tab only: Back restores a text, another list starts without one, and a reload clears them.
 */
const texts = new Map<string, string>();

/** Null in browsers without the Navigation API: a searched text is then kept only until the reader leaves the list. */
const keptText = (): string | null =>
  (typeof window !== "undefined" && texts.get(window.navigation?.currentEntry?.key ?? "")) || null;

function keepText(text: string): void {
  const key = window.navigation?.currentEntry?.key;
  if (key) texts.set(key, text);
}

/** The filter of the address, with the search text from the address or from memory. Both arguments must be constant. */
export function useSearchedFilter<Filter extends { q: string | null }>(
  format: FilterFormat<Filter>,
  mayAppearInUrl: (text: string) => boolean,
): ListFilter<Filter> {
  const address = useFilter(format);
  const { filter: inAddress, change: changeAddress } = address;
  const [text, setText] = useState(keptText);
  useEffect(() => {
    const { navigation } = window;
    const readText = () => setText(keptText());
    // The history entry of a new page may be created after the first render.
    readText();
    navigation?.addEventListener("currententrychange", readText);
    return () => navigation?.removeEventListener("currententrychange", readText);
  }, []);
  const change = useCallback(
    (part: Partial<Filter>) => {
      if (part.q !== undefined) {
        const posted = part.q === null || mayAppearInUrl(part.q) ? "" : part.q;
        keepText(posted);
        setText(posted || null);
      }
      changeAddress(part);
    },
    [changeAddress, mayAppearInUrl],
  );
  // Hand-written or old addresses may hold personal text: it is removed from the address and searched.
  const given = inAddress.q;
  useEffect(() => {
    if (given === null || mayAppearInUrl(given)) return;
    // Next's router writes the address of a new page again after the effects of the page.
    const timer = setTimeout(() => change({ q: given } as Partial<Filter>));
    return () => clearTimeout(timer);
  }, [given, change, mayAppearInUrl]);
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
