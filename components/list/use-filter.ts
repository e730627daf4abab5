"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { IgnoredParameter } from "#lib/contract/url-parameters.ts";
import { followAddress, ownChange, startAddress } from "./address.ts";

/** How a list's filter stands in an address. One object for all renders. */
export type FilterFormat<Filter> = {
  read: (parameters: URLSearchParams) => { filter: Filter; ignored: IgnoredParameter[] };
  write: (filter: Filter) => URLSearchParams;
};

/**
 * The filter as it stands in the address. A change is seen at once and replaces the address in place, which Next follows
 * without asking the server for the page again: the query asks for the rows, and a letter typed costs no more than that.
 * What names a person leaves the address, and so the history, as soon as it is seen.
 */
export function useFilter<Filter>({ read, write }: FilterFormat<Filter>) {
  const told = useSearchParams().toString();
  const [known, setKnown] = useState(() => startAddress(told));
  const address = followAddress(known, told);
  if (address !== known) setKnown(address);
  const { query } = address;
  const { filter, ignored } = useMemo(() => read(new URLSearchParams(query)), [query, read]);
  const change = useCallback(
    (part: Partial<Filter>) => {
      // What the address says now, not what was rendered last: two changes may come faster than a render.
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
    // A page that has just been loaded has the router write its address once more, after the effects of what is on it.
    const timer = setTimeout(() => change({}));
    return () => clearTimeout(timer);
  }, [personal, change]);
  return { filter, ignored, change };
}
