"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import {
  type IgnoredParameter,
  readVerificationFilter,
  type VerificationFilter,
  writeVerificationFilter,
} from "#lib/contract/verification-filter.ts";

type Change = (from: VerificationFilter) => VerificationFilter;

/**
 * The filter as it stands in the address. A change replaces the address in place, which Next follows without asking the
 * server for the page again: the query asks for the rows, and a letter typed costs no more than that.
 */
export function useFilter(): {
  filter: VerificationFilter;
  ignored: IgnoredParameter[];
  change: (change: Change) => void;
} {
  const address = useSearchParams().toString();
  const read = useMemo(() => readVerificationFilter(new URLSearchParams(address)), [address]);
  const change = useCallback((change: Change) => {
    // What the address says now, not what was rendered last: two changes may come faster than a render.
    const { filter } = readVerificationFilter(new URLSearchParams(window.location.search));
    const query = writeVerificationFilter(change(filter)).toString();
    if (`?${query}` === (window.location.search || "?")) return;
    window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
  }, []);
  return { ...read, change };
}
