import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ListCount } from "#lib/platform/contract/pages.ts";

type RowRange = {
  hrefs: readonly string[];
  /** The cursor of the page after these rows; null at the end of the list. */
  nextCursor: string | null;
  total: ListCount | null;
};

/**
 * The list from which the reader came, in its order at that time. Previous and next follow it instead of the current
 * list, where a file that was just read may have moved to the top. Lost with a page load, since only the tab's memory
 * holds it.
 */
export type ListNavigation = RowRange & {
  after: (cursor: string, signal: AbortSignal) => Promise<RowRange>;
};

type Page<Row> = { items: readonly Row[]; next_cursor: string | null; total: ListCount };

type ShownList<Row> = {
  queryKey: QueryKey;
  page: (cursor: string, signal: AbortSignal) => Promise<Page<Row>>;
  hrefOf: (row: Row) => string;
};

/** The loaded pages of the last shown list. */
let shown: ((client: QueryClient) => ListNavigation | null) | null = null;
let navigation: ListNavigation | null = null;

/** Called when a list is shown: ends the navigation of an earlier list. Only the addresses of the rows are kept. */
export function beginAtList<Row>({ queryKey, page, hrefOf }: ShownList<Row>): void {
  const rowRangeOf = (pages: readonly Page<Row>[]): RowRange => ({
    hrefs: [...new Set(pages.flatMap(({ items }) => items.map(hrefOf)))],
    nextCursor: pages.at(-1)?.next_cursor ?? null,
    total: pages.at(-1)?.total ?? null,
  });
  const after: ListNavigation["after"] = async (cursor, signal) => rowRangeOf([await page(cursor, signal)]);
  shown = (client) => {
    const pages = client.getQueryData<InfiniteData<Page<Row>>>(queryKey)?.pages;
    return pages ? { ...rowRangeOf(pages), after } : null;
  };
  navigation = null;
}

/** Called when a file is opened from elsewhere than a list. */
export function leaveLists(): void {
  shown = null;
  navigation = null;
}

export const currentNavigation = (): ListNavigation | null => navigation;

/** The current navigation if it contains this address, else a new one from the last shown list; null if neither has it. */
export function navigationFrom(client: QueryClient, href: string): ListNavigation | null {
  if (navigation?.hrefs.includes(href)) return navigation;
  const from = shown?.(client) ?? null;
  if (!from?.hrefs.includes(href)) return null;
  navigation = from;
  return navigation;
}

/** Appends the next page of the list. Addresses that are already known keep their position. */
export async function extendNavigation(from: ListNavigation, signal: AbortSignal): Promise<ListNavigation> {
  if (from.nextCursor === null) return from;
  const { hrefs, ...next } = await from.after(from.nextCursor, signal);
  navigation = { ...from, ...next, hrefs: [...new Set([...from.hrefs, ...hrefs])] };
  return navigation;
}

type Neighbours = { position: number; previous: string | null; next: string | null };

/** The position of an address, counted from 1, and its neighbours; null if the address is not in the list. */
export function neighboursOf(hrefs: readonly string[], href: string): Neighbours | null {
  const index = hrefs.indexOf(href);
  if (index === -1) return null;
  return { position: index + 1, previous: hrefs[index - 1] ?? null, next: hrefs[index + 1] ?? null };
}
