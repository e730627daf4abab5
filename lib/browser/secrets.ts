import { queryOptions } from "@tanstack/react-query";
import type { Reveal } from "#lib/contract/secrets/secret.ts";
import { ApiError, api, remove } from "./api.ts";

export const revealKeys = { all: ["reveals"] as const };

/** Interval for values whose answer was lost on its way here. */
const LOOK_MS = 10_000;

/** Once-only values that this session has caused and not acknowledged, fetched again at intervals. */
export const revealsOptions = () =>
  queryOptions({
    queryKey: revealKeys.all,
    queryFn: async ({ signal }) => (await api<{ items: Reveal[] }>("/api/reveals", { signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: LOOK_MS,
    // Once no page shows them, nothing here keeps them.
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Reports that the value is stored elsewhere. A 404 is success: the server no longer holds it. */
export async function acknowledgeReveal(id: string): Promise<void> {
  await remove(`/api/reveals/${id}`).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}
