"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FilterFormat } from "#lib/contract/url-parameters.ts";

export type ListFilter<Filter> = ReturnType<typeof useFilter<Filter>>;

/**
 * The filter as it is in the address. A change is seen at once and replaces the address in place, which Next follows
 * without loading the page again: the query fetches the rows, and a letter typed costs no more than that.
 * Text that names a person is removed from the address, and so from the history, at once.
 */
export function useFilter<Filter>(format: FilterFormat<Filter>) {
  const { read, write } = format;
  const given = useSearchParams().toString();
  const [known, setKnown] = useState(() => startAddress(given));
  const address = followAddress(known, given);
  if (address !== known) setKnown(address);
  const { query } = address;
  const { filter, ignored } = useMemo(() => read(new URLSearchParams(query)), [query, read]);
  const change = useCallback(
    (part: Partial<Filter>) => {
      // The present address, not the last rendered one: two changes may come faster than a render.
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
    // Next's router writes the address of a newly loaded page once more, after the page's effects.
    const timer = setTimeout(() => change({}));
    return () => clearTimeout(timer);
  }, [personal, change]);
  return {
    filter,
    ignored,
    applied: useMemo(() => format.applied(filter), [format, filter]),
    /** Whether the filter hides any row. */
    narrowed: format.narrows(filter),
    change,
    clear: () => change(format.empty),
  };
}

/**
 * The query of an address that two write: this page, whose changes count at once, and the router, which reports every
 * change, ours among them, somewhat later and not always each.
 */
type Address = {
  query: string;
  reported: string;
  /** Local changes that the router has not reported yet, oldest first. */
  pending: readonly string[];
};

export const startAddress = (reported: string): Address => ({ query: reported, reported, pending: [] });

/** A change back to what the router reported last may never be reported, so nothing is waited for any more. */
export const ownChange = (address: Address, query: string): Address => ({
  ...address,
  query,
  pending: query === address.reported ? [] : [...address.pending, query],
});

/** Applies the router's report: the echo of a local change is ignored; any other address replaces local changes. */
export function followAddress(address: Address, reported: string): Address {
  if (reported === address.reported) return address;
  const echo = address.pending.lastIndexOf(reported);
  if (echo === -1) return startAddress(reported);
  return { ...address, reported, pending: address.pending.slice(echo + 1) };
}
