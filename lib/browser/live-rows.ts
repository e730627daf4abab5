import type { InfiniteData, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import {
  type Counted,
  MAX_PAGE_ROWS,
  MAX_ROW_IDS,
  PAGE_ROWS,
  type Place,
  type Placed,
  type RowsAsked,
  type SomeRows,
} from "#lib/contract/pages.ts";
import { askAgain } from "./query-client.ts";

/** `outages` is of lists whose rows depend on them, all at once. */
type Answer = SomeRows<Placed> & { outages?: string };
type Page = { items: readonly Placed[]; next_cursor: string | null; total: Counted; outages?: string };
type Pages = InfiniteData<Page, string | null>;

/** `meta` of a list by pages that answers single rows too. */
export type LiveRows = { request: (asked: RowsAsked) => Promise<Answer>; descending: boolean };

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { rows?: LiveRows | undefined };
  }
}

/** Rows have the names of assignees, and no message announces a new name. */
const WHOLE_EVERY_MS = 5 * 60_000;
/** How many rows the loaded pages may have beyond those that were requested. */
const MAX_MORE_ROWS = 100;
/** With fewer rows left of a list that goes on, its pages are requested. */
const FEW_ROWS = PAGE_ROWS / 2;
const MAX_TRIES = 5;

/**
 * Brings lists up to date with messages about these files. Lists that are shown and answer single rows are asked for these
 * files' rows, which are put into their pages; the pages of all others are requested again.
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

/** False where the pages have to be requested. */
async function putRows(query: Query, ids: readonly string[]): Promise<boolean> {
  const { rows } = query.meta ?? {};
  if (!rows) return false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // A request under way was sent before the message, and its answer replaces the pages.
    await query.promise?.catch(() => undefined);
    const { status, isInvalidated, dataUpdatedAt } = query.state;
    const pages = query.state.data as Pages | undefined;
    if (!pages || status !== "success" || isInvalidated || Date.now() - dataUpdatedAt > WHOLE_EVERY_MS) return false;
    const loaded = new Set(pages.pages.flatMap(({ items }) => items.map((row) => row.verification_id)));
    const answer = await rows.request({
      ids: [...ids],
      until: pages.pages.at(-1)?.next_cursor ?? null,
      // A row that comes into the loaded pages may be new to the list, and one that is in none may have left it.
      total: ids.some((id) => !loaded.has(id)),
    });
    if (query.state.data !== pages || query.state.fetchStatus !== "idle") continue;
    const next = withRows(pages, ids, answer, rows.descending);
    if (answer.outages !== pages.pages[0]?.outages || isOutOfSize(next)) return false;
    query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
    return true;
  }
  return false;
}

/** The pages with these files' rows as they were answered, each in its place. */
export function withRows(
  { pages, pageParams }: Pages,
  ids: readonly string[],
  { items, total }: Pick<Answer, "items" | "total">,
  descending: boolean,
): Pages {
  const next = pages.map((page) => ({
    ...page,
    items: page.items.filter((row) => !ids.includes(row.verification_id)),
    total: total ?? page.total,
  }));
  for (const row of items) {
    const isAfter = (other: Placed) => comparePlaces(other.place, row.place, descending) > 0;
    const rows = (next.find((page) => page.items.some(isAfter)) ?? next.at(-1))?.items ?? [];
    const index = rows.findIndex(isAfter);
    rows.splice(index === -1 ? rows.length : index, 0, row);
  }
  return { pages: next, pageParams };
}

function isOutOfSize({ pages }: Pages): boolean {
  const count = pages.reduce((sum, page) => sum + page.items.length, 0);
  const requested = PAGE_ROWS + (pages.length - 1) * MAX_PAGE_ROWS;
  return count > requested + MAX_MORE_ROWS || (pages.at(-1)?.next_cursor !== null && count < FEW_ROWS);
}

/** In code-point order, as `COLLATE "C"` has texts; JavaScript's own `<` puts what lies beyond U+FFFF before U+E000. */
function compareText(one: string, other: string): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const difference = (one.codePointAt(index) ?? 0) - (other.codePointAt(index) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Less than zero where the first place comes first. */
export function comparePlaces([stretch, ...values]: Place, [other, ...others]: Place, descending: boolean): number {
  if (stretch !== other) return stretch - other;
  for (const [index, value] of values.entries()) {
    const than = others[index] ?? "";
    const order =
      typeof value === "number" && typeof than === "number" ? value - than : compareText(String(value), String(than));
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
