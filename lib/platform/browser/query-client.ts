import { MutationCache, type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./api.ts";

/**
 * A query client: one per browser, and on the server one per request. Live messages cause refetches, so neither
 * intervals nor a return to the tab do. Errors that a retry cannot mend are not retried.
 */
export function makeQueryClient(): QueryClient {
  const mutationCache = new MutationCache();
  // A save that waits for a connection ends when its form is left, since the form shows it.
  mutationCache.subscribe(({ type, mutation }) => {
    if (type === "observerRemoved" && mutation.state.isPaused) mutationCache.remove(mutation);
  });
  return new QueryClient({
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // The server does not retry: the browser repeats a failed prefetch, through the handler that words the error.
        retry: typeof window !== "undefined" && mayRetry,
      },
      // Without a connection a mutation fails at once, except with `SAVED_LATER`.
      mutations: { networkMode: "always" },
    },
  });
}

/** A client whose data was covered by the rule of the reader's role, which every page does before it renders. */
export type CoveredClient = QueryClient & { readonly [isCovered]: true };
declare const isCovered: unique symbol;

/** Without a session, a query waits for the next sign-in (`signed-out.ts`) instead. */
const mayRetry = (failures: number, error: Error): boolean =>
  isSignedOut(error) ||
  (failures < 2 &&
    error instanceof ApiError &&
    (error.status === 0 || error.status >= 500) &&
    error.code !== "SERVICE_UNAUTHORIZED");

/** For `useMutation` of written text: without a connection, the save waits for it, as `SaveWaits` shows. */
export const SAVED_LATER = { networkMode: "online" } as const;

/**
 * `gcTime` of a query: for how long (ms) the browser caches data that is no longer shown. On the server each request
 * has its own client, which is dropped with it; a timer would keep the request and its answer in memory.
 */
export const keptFor = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);

/** For `meta` that contains functions, which the server cannot serialize. */
export const inBrowser = <Value>(value: Value): Value | undefined =>
  typeof window === "undefined" ? undefined : value;

/*
 * React Query runs one fetch per infinite query and cancels the running fetch for a new one: an update of the list
 * would cancel a request for its next page, and the other way round. So each waits for the other.
 */

/**
 * Refetches the queries under this key. A running request that a refetch does not cancel was sent before the change,
 * and its answer would count as the newest. Its query is refetched afterwards, or at its next use if it is not shown.
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
 * Whether a query keeps its running request. A refetch cancels only the request of a shown query with data, and must
 * not cancel the request for a next page.
 */
const keepsItsRequest = (query: Query): boolean => {
  const { fetchStatus, fetchMeta, data } = query.state;
  return fetchStatus === "fetching" && (fetchMeta?.fetchMore !== undefined || data === undefined || !query.isActive());
};

type FetchOptions = { cancelRefetch: boolean };
type LoadedList = { data: { pages: readonly unknown[] } | undefined; hasNextPage: boolean; isError: boolean };
type PagedQuery = Pick<LoadedList, "data"> & { fetchNextPage: (options: FetchOptions) => Promise<LoadedList> };

/** Limit of consecutive refetches, which live messages may cause. */
const MAX_REFETCHES = 20;

/** Loads the next page. Waits for a running refetch first, and then repeats the request. */
export async function loadMore({ data, fetchNextPage }: PagedQuery): Promise<void> {
  const before = data?.pages.length ?? 0;
  for (let tries = 0; tries < MAX_REFETCHES; tries += 1) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false });
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return;
  }
}

/**
 * Runs `work` for all added entries, one run at a time; entries added during a run are handled together in the next
 * one. Live messages come faster than lists are fetched: a refetch per message would cancel the running one each time,
 * and none would complete. The first run after a pause starts at once, the next run at least `everyMs` later.
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
      // The failure is shown by its query, and the next run does not depend on it.
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
