"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import {
  type IgnoredParameter,
  readVerificationFilter,
  type VerificationFilter,
  writeVerificationFilter,
} from "#lib/contract/verification-filter.ts";
import { followAddress, ownChange, startAddress } from "./view/address.ts";

type Change = (from: VerificationFilter) => VerificationFilter;

/**
 * The filter as it stands in the address. A change is seen at once and replaces the address in place, which Next follows
 * without asking the server for the page again: the query asks for the rows, and a letter typed costs no more than that.
 */
export function useFilter(): {
  filter: VerificationFilter;
  ignored: IgnoredParameter[];
  change: (change: Change) => void;
} {
  const told = useSearchParams().toString();
  const [known, setKnown] = useState(() => startAddress(told));
  const address = followAddress(known, told);
  if (address !== known) setKnown(address);
  const { query } = address;
  const read = useMemo(() => readVerificationFilter(new URLSearchParams(query)), [query]);
  const change = useCallback((change: Change) => {
    // What the address says now, not what was rendered last: two changes may come faster than a render.
    const { filter } = readVerificationFilter(new URLSearchParams(window.location.search));
    const query = writeVerificationFilter(change(filter)).toString();
    if (query === window.location.search.replace(/^\?/, "")) return;
    window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
    setKnown((known) => ownChange(known, query));
  }, []);
  return { ...read, change };
}
