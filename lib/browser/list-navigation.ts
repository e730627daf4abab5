import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Counted } from "#lib/contract/pages.ts";

/** A part of a list: the addresses of its rows, and the cursor of the next page. */
type Stretch = {
  hrefs: readonly string[];
  /** Where the list goes on after the last of them; null at its end. */
  nextCursor: string | null;
  total: Counted | null;
};

/**
 * The list that the reader came from, in its order at that time: previous and next follow it rather than the current
 * list, in which a file that has just been read may be on top. Kept in this tab's memory only: after a hard load there
 * is none.
 */
export type ListNavigation = Stretch & {
  after: (cursor: string, signal: AbortSignal) => Promise<Stretch>;
};

type Page<Row> = { items: readonly Row[]; next_cursor: string | null; total: Counted };

type List<Row> = {
  queryKey: QueryKey;
  page: (cursor: string, signal: AbortSignal) => Promise<Page<Row>>;
  hrefOf: (row: Row) => string;
};

/** The loaded pages of the last shown list. */
let shown: ((client: QueryClient) => ListNavigation | null) | null = null;
let navigation: ListNavigation | null = null;

/** Called by a shown list: ends a navigation from an earlier one. Only the addresses of its rows are kept. */
export function beginAtList<Row>({ queryKey, page, hrefOf }: List<Row>): void {
  const stretchOf = (pages: readonly Page<Row>[]): Stretch => ({
    hrefs: [...new Set(pages.flatMap(({ items }) => items.map(hrefOf)))],
    nextCursor: pages.at(-1)?.next_cursor ?? null,
    total: pages.at(-1)?.total ?? null,
  });
  const after: ListNavigation["after"] = async (cursor, signal) => stretchOf([await page(cursor, signal)]);
  shown = (client) => {
    const pages = client.getQueryData<InfiniteData<Page<Row>>>(queryKey)?.pages;
    return pages ? { ...stretchOf(pages), after } : null;
  };
  navigation = null;
}

/** Called when a file is opened without a list. */
export function leaveLists(): void {
  shown = null;
  navigation = null;
}

export const currentNavigation = (): ListNavigation | null => navigation;

/** The current navigation if it contains this page, else a new one in the list shown last. */
export function navigationFrom(client: QueryClient, href: string): ListNavigation | null {
  if (navigation?.hrefs.includes(href)) return navigation;
  const begun = shown?.(client) ?? null;
  if (!begun?.hrefs.includes(href)) return null;
  navigation = begun;
  return navigation;
}

/** Appends the list's next page; known addresses keep their place. */
export async function extendNavigation(begun: ListNavigation, signal: AbortSignal): Promise<ListNavigation> {
  if (begun.nextCursor === null) return begun;
  const { hrefs, ...next } = await begun.after(begun.nextCursor, signal);
  navigation = { ...begun, ...next, hrefs: [...new Set([...begun.hrefs, ...hrefs])] };
  return navigation;
}

type Neighbours = { position: number; previous: string | null; next: string | null };

/** The position of an address, counted from 1, and its neighbours; null when it is not among them. */
export function neighboursOf(hrefs: readonly string[], href: string): Neighbours | null {
  const index = hrefs.indexOf(href);
  if (index === -1) return null;
  return { position: index + 1, previous: hrefs[index - 1] ?? null, next: hrefs[index + 1] ?? null };
}
