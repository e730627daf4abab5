import type { QueryClient, QueryKey } from "@tanstack/react-query";

/*
 * A list of pages has one fetch at a time, and the one that begins cancels the other: news of the list would lose the page
 * that somebody has just asked for, and asking for one would lose the news. So each waits for the other.
 */

/** Asks again for what stands under this key, after the next pages that are under way. */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const more = client.getQueryCache().findAll({ queryKey }).filter(isLoadingMore);
  await Promise.all(more.map((query) => query.promise?.catch(() => undefined)));
  await client.invalidateQueries({ queryKey });
}

const isLoadingMore = ({ state }: { state: { fetchStatus: string; fetchMeta: { fetchMore?: unknown } | null } }) =>
  state.fetchStatus === "fetching" && state.fetchMeta?.fetchMore !== undefined;

type Options = { cancelRefetch: boolean };
type Pages = {
  isFetching: boolean;
  refetch: (options: Options) => Promise<unknown>;
  fetchNextPage: (options: Options) => Promise<unknown>;
};

/** Loads the next page, after what is asked again at the moment. */
export async function loadMore({ isFetching, refetch, fetchNextPage }: Pages): Promise<void> {
  if (isFetching) await refetch({ cancelRefetch: false });
  await fetchNextPage({ cancelRefetch: false });
}
