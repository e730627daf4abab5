import { infiniteQueryOptions, keepPreviousData, type QueryKey } from "@tanstack/react-query";
import { MAX_PAGE_ROWS } from "#lib/contract/pages.ts";
import { api } from "./api.ts";

/** For `infiniteQueryOptions` of a list whose pages contain the cursor of the next page. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
  placeholderData: keepPreviousData,
};

type Parameters = URLSearchParams | Record<string, string>;

/**
 * A page of a list. The first page is small, since users wait for it; later pages have the maximal size, since a live
 * update refetches all loaded pages.
 */
export function fetchPage<Page>(
  path: string,
  filter: Parameters,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page> {
  const parameters = new URLSearchParams(filter);
  if (cursor !== null) {
    parameters.set("cursor", cursor);
    parameters.set("limit", String(MAX_PAGE_ROWS));
  }
  return api<Page>(`${path}?${parameters}`, { signal });
}

type Intervals = { gcTime?: number; refetchInterval?: number; placeholderData?: undefined };

/** The options of a list that one handler answers by pages, at this address. */
export const pagesOf = <Page extends { next_cursor: string | null }>(
  queryKey: QueryKey,
  path: string,
  filter: Parameters = {},
  intervals: Intervals = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage<Page>(path, filter, pageParam, signal),
    ...BY_CURSOR,
    ...intervals,
  });
