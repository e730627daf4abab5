import type { InfiniteData, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { askAgain } from "#lib/platform/browser/query-client.ts";
import {
  type ListCount,
  MAX_PAGE_ROWS,
  MAX_ROW_IDS,
  PAGE_ROWS,
  type PositionedRow,
  type RequestedRows,
  type RowPosition,
  type RowsRequest,
} from "#lib/platform/contract/pages.ts";

/** `outages`: the outages on which all rows of some lists depend. */
type RowsAnswer = RequestedRows<PositionedRow> & { outages?: string };
type RowsPage = {
  items: readonly PositionedRow[];
  next_cursor: string | null;
  total: ListCount;
  outages?: string;
  proof?: string;
};
type RowsPages = InfiniteData<RowsPage, string | null>;

/** `meta` of an infinite query whose handler can also answer single rows. */
export type LiveRows = {
  request: (asked: RowsRequest, firstPage: Pick<RowsPage, "proof">) => Promise<RowsAnswer>;
  descending: boolean;
};

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { rows?: LiveRows | undefined };
  }
}

/** All pages are refetched after this time: rows contain names of assignees, and no message announces a changed name. */
const REFETCH_ALL_MS = 5 * 60_000;
/** How many rows the loaded pages may have beyond the requested number. */
const MAX_MORE_ROWS = 100;
/** With fewer rows than this, a list that has further pages is refetched. */
const FEW_ROWS = PAGE_ROWS / 2;
const MAX_TRIES = 5;

/**
 * Applies live messages about these files to lists. A shown list that can answer single rows is asked for the rows of
 * these files, which are put into its pages. All other lists are refetched.
 */
export async function askForRows(client: QueryClient, queryKey: QueryKey, ids: readonly string[]): Promise<void> {
  const shown = client
    .getQueryCache()
    .findAll({ queryKey })
    .filter((query) => query.isActive() && query.meta?.rows !== undefined && ids.length <= MAX_ROW_IDS);
  await Promise.all([
    askAgain(client, queryKey, (query) => !shown.includes(query)),
    ...shown.map(async (query) => {
      const isDone = await putRows(query as Query, ids).catch(() => false);
      if (!isDone) await askAgain(client, query.queryKey, (other) => other === query);
    }),
  ]);
}

/** False if the pages have to be refetched. */
async function putRows(query: Query, ids: readonly string[]): Promise<boolean> {
  const { rows } = query.meta ?? {};
  if (!rows) return false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // A running request was sent before the message, and its answer will replace the pages.
    await query.promise?.catch(() => undefined);
    const { status, isInvalidated, dataUpdatedAt } = query.state;
    const pages = query.state.data as RowsPages | undefined;
    if (!pages || status !== "success" || isInvalidated || Date.now() - dataUpdatedAt > REFETCH_ALL_MS) return false;
    const loaded = new Set(pages.pages.flatMap(({ items }) => items.map((row) => row.verification_id)));
    const asked = {
      ids: [...ids],
      until: pages.pages.at(-1)?.next_cursor ?? null,
      // The total is needed unless all files are in the loaded pages: a row may have joined the list or left it.
      total: ids.some((id) => !loaded.has(id)),
    };
    const answer = await rows.request(asked, pages.pages[0] ?? {});
    if (query.state.data !== pages || query.state.fetchStatus !== "idle") continue;
    const next = withRows(pages, ids, answer, rows.descending);
    if (answer.outages !== pages.pages[0]?.outages || isOutOfSize(next)) return false;
    query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
    return true;
  }
  return false;
}

/** The pages with the answered rows of these files, each at its place in the order of the list. */
export function withRows(
  { pages, pageParams }: RowsPages,
  ids: readonly string[],
  { items, total }: Pick<RowsAnswer, "items" | "total">,
  descending: boolean,
): RowsPages {
  const next = pages.map((page) => ({
    ...page,
    items: page.items.filter((row) => !ids.includes(row.verification_id)),
    total: total ?? page.total,
  }));
  for (const row of items) {
    const isAfter = (other: PositionedRow) => comparePlaces(other.place, row.place, descending) > 0;
    const rows = (next.find((page) => page.items.some(isAfter)) ?? next.at(-1))?.items ?? [];
    const index = rows.findIndex(isAfter);
    rows.splice(index === -1 ? rows.length : index, 0, row);
  }
  return { pages: next, pageParams };
}

function isOutOfSize({ pages }: RowsPages): boolean {
  const count = pages.reduce((sum, page) => sum + page.items.length, 0);
  const requested = PAGE_ROWS + (pages.length - 1) * MAX_PAGE_ROWS;
  return count > requested + MAX_MORE_ROWS || (pages.at(-1)?.next_cursor !== null && count < FEW_ROWS);
}

/** Compares in code-point order, like `COLLATE "C"`; JavaScript's `<` puts characters beyond U+FFFF before U+E000. */
function compareText(one: string, other: string): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const difference = (one.codePointAt(index) ?? 0) - (other.codePointAt(index) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Compares two places in the order of the list: negative if the first comes first. */
export function comparePlaces(
  [stretch, ...values]: RowPosition,
  [other, ...others]: RowPosition,
  descending: boolean,
): number {
  if (stretch !== other) return stretch - other;
  for (const [index, value] of values.entries()) {
    const than = others[index] ?? "";
    const order =
      typeof value === "number" && typeof than === "number" ? value - than : compareText(String(value), String(than));
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
