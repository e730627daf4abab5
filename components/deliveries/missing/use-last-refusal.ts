"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { refusalListOptions } from "#lib/browser/deliveries.ts";
import type { Refusal } from "#lib/contract/deliveries/delivery.ts";

/** The newest delivery that was refused for its signature; null for none, undefined while that is not known. */
export function useLastRefusal(): Refusal | null | undefined {
  const { data } = useInfiniteQuery(refusalListOptions("no_match"));
  return data && (data.pages[0]?.items[0] ?? null);
}
