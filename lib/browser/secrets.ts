import { queryOptions } from "@tanstack/react-query";
import type { Reveal } from "#lib/contract/reveal.ts";
import { ApiError, api } from "./api.ts";

export const revealKeys = { all: ["reveals"] as const };

/** Once-only values that this session has caused and not acknowledged. Asked once a page: they don't come by themselves. */
export const revealsOptions = () =>
  queryOptions({
    queryKey: revealKeys.all,
    queryFn: async ({ signal }) => (await api<{ items: Reveal[] }>("/api/reveals", { signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
    // Once no page shows them, nothing here keeps them.
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** It has been stored elsewhere. That it is not held any more is what this wants. */
export async function acknowledgeReveal(id: string): Promise<void> {
  await api(`/api/reveals/${id}`, { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}
