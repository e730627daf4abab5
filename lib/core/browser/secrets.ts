import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";

type Kinds = readonly Reveal["kind"][];

export const revealKeys = {
  all: ["reveals"] as const,
  ofKinds: (kinds: Kinds) => [...revealKeys.all, ...kinds] as const,
};

/** Polled: a value whose answer was lost on the way to the browser appears too. */
const POLL_INTERVAL_MS = 10_000;

/**
 * Once-only secrets that this session created and has not acknowledged yet. Values that the page has are named in the
 * request and not sent again, since each value that is sent is recorded.
 */
export const revealsOptions = (client: QueryClient, kinds: Kinds) =>
  queryOptions({
    queryKey: revealKeys.ofKinds(kinds),
    queryFn: async ({ signal }) => {
      const known = () => client.getQueryData<Reveal[]>(revealKeys.ofKinds(kinds)) ?? [];
      const query = new URLSearchParams({ kinds: kinds.join(",") });
      if (known().length > 0)
        query.set(
          "shown",
          known()
            .map(({ id }) => id)
            .join(","),
        );
      const { items } = await api("GET /api/reveals", { query, signal });
      // A value may have been created or stored during the request.
      const held = known();
      return [...held, ...items.filter(({ id }) => !held.some((other) => other.id === id))];
    },
    staleTime: Number.POSITIVE_INFINITY,
    // While a change is under way, its value may be held but not answered yet.
    refetchInterval: () => (client.isMutating() > 0 ? false : POLL_INTERVAL_MS),
    // Removed from memory when no page shows them.
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** Reports that the user has stored the value. A 404 counts as success, since the server no longer holds the value. */
export async function acknowledgeReveal(id: string): Promise<void> {
  await api("DELETE /api/reveals/{reveal_id}", { params: { reveal_id: id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}
