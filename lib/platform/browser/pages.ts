import { infiniteQueryOptions, keepPreviousData, type QueryKey } from "@tanstack/react-query";
import type { EndpointKey, JsonOf } from "#lib/endpoints.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { api, type Options } from "./api.ts";

/** For `infiniteQueryOptions` of a list whose pages contain the cursor of the next page. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
  placeholderData: keepPreviousData,
};

type Page = { next_cursor: string | null };

/** The answer to a request for a page: the endpoints of some lists also answer single rows, if the request names them. */
export const pageIn = <Answer>(answer: Promise<Answer>) => answer as Promise<Extract<Answer, Page>>;
/** The answer to a request for single rows. */
export const rowsIn = <Answer>(answer: Promise<Answer>) => answer as Promise<Exclude<Answer, Page>>;

type ListEndpoint = EndpointKey & `GET ${string}`;
type Filter = URLSearchParams | Record<string, string>;

/**
 * A page of a list. The first page is small, since users wait for it; later pages have the maximal size, since a live
 * update refetches all loaded pages.
 */
export function fetchPage<Key extends ListEndpoint>(
  endpoint: Key,
  filter: Filter,
  cursor: string | null,
  ...[options]: Options<Key>
): Promise<Extract<JsonOf<Key>, Page>> {
  const query = new URLSearchParams(filter);
  if (cursor !== null) {
    query.set("cursor", cursor);
    query.set("limit", String(MAX_PAGE_ROWS));
  }
  return pageIn(api(endpoint, ...([{ ...options, query }] as unknown as Options<Key>)));
}

type Intervals = { gcTime?: number; refetchInterval?: number; placeholderData?: undefined };

/** The options of a list that one endpoint answers by pages. The last argument has options of the query and of the call. */
export const pagesOf = <Key extends ListEndpoint>(
  queryKey: QueryKey,
  endpoint: Key,
  filter: Filter,
  ...[options]: Options<Key, Intervals>
) => {
  const { params, ...intervals }: Intervals & { params?: object } = options ?? {};
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(endpoint, filter, pageParam, ...([{ params, signal }] as unknown as Options<Key>)),
    ...BY_CURSOR,
    ...intervals,
  });
};
