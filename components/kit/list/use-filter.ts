import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FilterFormat } from "#lib/platform/contract/url-parameters.ts";

export type ListFilter<Filter> = ReturnType<typeof useFilter<Filter>>;

/**
 * The filter of the address. A change applies at once and replaces the address by the history API, which Next follows
 * without loading the page: only the query refetches, on every typed letter. Text that names a person is removed from
 * the address, and so from the history, at once.
 */
export function useFilter<Filter>(format: FilterFormat<Filter>) {
  const { read, readAddress, write } = format;
  const given = useSearchParams().toString();
  const [known, setKnown] = useState(() => startAddress(given));
  const address = followAddress(known, given);
  if (address !== known) setKnown(address);
  const { query } = address;
  const { filter, ignored } = useMemo(() => readAddress(new URLSearchParams(query)), [query, readAddress]);
  const change = useCallback(
    (part: Partial<Filter>) => {
      // The address of the window, since two changes may come before a render.
      const { filter } = read(new URLSearchParams(window.location.search));
      const query = write({ ...filter, ...part }).toString();
      if (query === window.location.search.replace(/^\?/, "")) return;
      window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
      setKnown((known) => ownChange(known, query));
    },
    [read, write],
  );
  const personal = ignored.some(({ reason }) => reason === "personal_data");
  useEffect(() => {
    if (!personal) return;
    // Next's router writes the address of a new page again after the effects of the page.
    const timer = setTimeout(() => change({}));
    return () => clearTimeout(timer);
  }, [personal, change]);
  return { ignored, ...useApplied(format, filter, change) };
}

const useApplied = <Filter>(format: FilterFormat<Filter>, filter: Filter, change: (part: Partial<Filter>) => void) => ({
  filter,
  applied: useMemo(() => format.applied(filter), [format, filter]),
  /** Whether the filter hides any row. */
  narrowed: format.narrows(filter),
  change,
  clear: () => change(format.empty),
});

/**
 * The query of the address has two writers: this page, whose changes apply at once, and the router, which reports
 * changes of both later and may skip some.
 */
type AddressState = {
  query: string;
  reported: string;
  /** Local changes that the router has not reported yet, oldest first. */
  pending: readonly string[];
};

export const startAddress = (reported: string): AddressState => ({ query: reported, reported, pending: [] });

/** The router may not report a change back to its last reported address: no report is pending then. */
export const ownChange = (address: AddressState, query: string): AddressState => ({
  ...address,
  query,
  pending: query === address.reported ? [] : [...address.pending, query],
});

/** Applies the router's report: the echo of a local change is ignored; any other address replaces local changes. */
export function followAddress(address: AddressState, reported: string): AddressState {
  if (reported === address.reported) return address;
  const echo = address.pending.lastIndexOf(reported);
  if (echo === -1) return startAddress(reported);
  return { ...address, reported, pending: address.pending.slice(echo + 1) };
}

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
  return { ...address, ...useApplied(format, filter, change) };
}
