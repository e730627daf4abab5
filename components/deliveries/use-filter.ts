"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { followAddress, ownChange, startAddress } from "#components/verifications/view/address.ts";
import { type DeliveryFilter, readDeliveryFilter, writeDeliveryFilter } from "#lib/contract/delivery-filter.ts";

/** The filter as it stands in the address. A change is seen at once and replaces the address in place. */
export function useFilter() {
  const told = useSearchParams().toString();
  const [known, setKnown] = useState(() => startAddress(told));
  const address = followAddress(known, told);
  if (address !== known) setKnown(address);
  const { query } = address;
  const read = useMemo(() => readDeliveryFilter(new URLSearchParams(query)), [query]);
  const change = useCallback((part: Partial<DeliveryFilter>) => {
    // What the address says now, not what was rendered last: two changes may come faster than a render.
    const { filter } = readDeliveryFilter(new URLSearchParams(window.location.search));
    const query = writeDeliveryFilter({ ...filter, ...part }).toString();
    if (query === window.location.search.replace(/^\?/, "")) return;
    window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
    setKnown((known) => ownChange(known, query));
  }, []);
  return { ...read, change };
}
