import { queryOptions } from "@tanstack/react-query";
import type { Reveal } from "#lib/contract/secrets/secret.ts";
import { ApiError, api, remove } from "./api.ts";

export const revealKeys = { all: ["reveals"] as const };

/** Polled: a value whose answer was lost on the way to the browser appears too. */
const POLL_INTERVAL_MS = 10_000;

/** Once-only secrets that this session created and has not acknowledged yet. */
export const revealsOptions = () =>
  queryOptions({
    queryKey: revealKeys.all,
    queryFn: async ({ signal }) => (await api<{ items: Reveal[] }>("/api/reveals", { signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: POLL_INTERVAL_MS,
    // Removed from memory when no page shows them.
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Reports that the user has stored the value. A 404 counts as success, since the server no longer holds the value. */
export async function acknowledgeReveal(id: string): Promise<void> {
  await remove(`/api/reveals/${id}`).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}
