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

/**
 * Runs `work` for all that was added, one run at a time: what is added meanwhile waits for the run to end and then goes
 * together. Live messages come faster than lists are fetched; asking again at each would cancel the fetch under way each
 * time, and none would ever end.
 */
export function paced<T>(work: (added: T[]) => Promise<unknown>): (added: readonly T[]) => void {
  let waiting: T[] = [];
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const added = waiting;
      waiting = [];
      // What fails is the query's to show; the next run does not depend on it.
      await work(added).catch(() => undefined);
    }
    running = false;
  };
  return (added) => {
    waiting.push(...added);
    if (!running) void run();
  };
}
