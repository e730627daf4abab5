"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { FilterFormat } from "#lib/contract/url-parameters.ts";
import { type ListFilter, useFilter } from "./use-filter.ts";

/**
 * Text that is searched and may not stand in an address, by the key of the history entry of its list. It is kept in the
 * memory of this tab alone: Back finds it again, another list begins without it, and a page that is loaded anew has
 * forgotten it.
 */
const texts = new Map<string, string>();

/** Browsers without the Navigation API have no such key: there, a list has its text until one leaves it. */
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
    // The entry of a page that is being opened may have come after it was drawn.
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
  // An address that was written by hand, or of old, may have such a text all the same: it leaves it, and is searched.
  const given = inAddress.q;
  useEffect(() => {
    if (given === null || mayStandInAddress(given)) return;
    // A page that has just been loaded has the router write its address once more, after the effects of what is on it.
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
