import { MutationCache, type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./api.ts";

/**
 * A query client, one a browser and one a request on the server. Live messages say when to fetch again, so nothing is
 * fetched again at intervals or by a change of tabs; what failed for good is not tried again.
 */
export function makeQueryClient(): QueryClient {
  const mutationCache = new MutationCache();
  // A save that waits for a connection ends when its form, which shows it, is cancelled.
  mutationCache.subscribe(({ type, mutation }) => {
    if (type === "observerRemoved" && mutation.state.isPaused) mutationCache.remove(mutation);
  });
  return new QueryClient({
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // A page's prefetch that failed leaves nothing: the browser requests it, through the handler that words the error.
        retry: typeof window !== "undefined" && mayTryAgain,
      },
      // Without a connection a mutation fails at once, except with `SAVED_LATER`.
      mutations: { networkMode: "always" },
    },
  });
}

/** Without a session the query waits for the next one (`signed-out.ts`). */
const mayTryAgain = (failures: number, error: Error): boolean =>
  isSignedOut(error) ||
  (failures < 2 &&
    error instanceof ApiError &&
    (error.status === 0 || error.status >= 500) &&
    error.code !== "SERVICE_UNAUTHORIZED");

/** For `useMutation` of written text: without a connection it is saved later, as `SaveWaits` shows. */
export const SAVED_LATER = { networkMode: "online" } as const;

/**
 * `gcTime` of a query: for how long the browser keeps what is not shown any more, in milliseconds. On the server each
 * request has a client of its own that goes with it, while a timer would hold the request and its answer for as long.
 */
export const keptFor = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);

/** For `meta` with functions, which the server cannot send. */
export const inBrowser = <Value>(value: Value): Value | undefined =>
  typeof window === "undefined" ? undefined : value;

/*
 * A list of pages has one fetch at a time, and a new one cancels the other: an update of the list would lose the
 * requested next page, and requesting one would lose the update. So each waits for the other.
 */

/**
 * Refetches the queries under this key. A running request that would not give way to a refetch was sent before the
 * change, and its answer would pass for the newest: its query is refetched after it, or, if it is not shown, at its
 * next use.
 */
export async function askAgain(
  client: QueryClient,
  queryKey: QueryKey,
  predicate: (query: Query) => boolean = () => true,
): Promise<void> {
  const earlier = new Set(client.getQueryCache().findAll({ queryKey, predicate }).filter(keepsItsRequest));
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => predicate(query) && !earlier.has(query) }),
    ...[...earlier].map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined);
      await client.invalidateQueries({ queryKey, exact: true });
    }),
  ]);
}

/**
 * A refetch replaces the request of a shown query with data, and no other; the request of a next page would be lost by
 * it.
 */
const keepsItsRequest = (query: Query): boolean => {
  const { fetchStatus, fetchMeta, data } = query.state;
  return fetchStatus === "fetching" && (fetchMeta?.fetchMore !== undefined || data === undefined || !query.isActive());
};

type Options = { cancelRefetch: boolean };
type Loaded = { data: { pages: readonly unknown[] } | undefined; hasNextPage: boolean; isError: boolean };
type Pages = Pick<Loaded, "data"> & { fetchNextPage: (options: Options) => Promise<Loaded> };

/** Limit of consecutive refetches, which live messages may cause. */
const MAX_REFETCHES = 20;

/** Loads the next page. Joins a running refetch, and then repeats the request. */
export async function loadMore({ data, fetchNextPage }: Pages): Promise<void> {
  const before = data?.pages.length ?? 0;
  for (let tries = 0; tries < MAX_REFETCHES; tries += 1) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false });
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return;
  }
}

/**
 * Runs `work` for all added entries, one run at a time: entries added meanwhile wait for its end and are then handled
 * together. Live messages come faster than lists are fetched; a refetch at each would cancel the running one each time,
 * and none would ever end. The first run after a pause begins at once, the next one no sooner than `everyMs` later.
 */
export function paced<T>(work: (added: T[]) => Promise<unknown>, everyMs: number): (added: readonly T[]) => void {
  let waiting: T[] = [];
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const added = waiting;
      waiting = [];
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      // A failure is shown by its query; the next run does not depend on it.
      await work(added).catch(() => undefined);
      await pause;
    }
    running = false;
  };
  return (added) => {
    waiting.push(...added);
    if (!running) void run();
  };
}
