import { keepPreviousData } from "@tanstack/react-query";
import { MAX_PAGE_ROWS } from "#lib/contract/pages.ts";
import { api } from "./api.ts";

/** For `infiniteQueryOptions` of a list whose pages contain the cursor of the next page. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
  placeholderData: keepPreviousData,
};

/**
 * A page of a list. The first page is small, since users wait for it; later pages have the maximal size, since a live
 * update refetches all loaded pages.
 */
export function fetchPage<Page>(
  path: string,
  parameters: URLSearchParams,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page> {
  if (cursor !== null) {
    parameters.set("cursor", cursor);
    parameters.set("limit", String(MAX_PAGE_ROWS));
  }
  return api<Page>(`${path}?${parameters}`, { signal });
}
