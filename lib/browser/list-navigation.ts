import type { QueryClient } from "@tanstack/react-query";
import type { VerificationList, VerificationTotal } from "#lib/contract/verifications/verification.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { fetchPage } from "./pages.ts";
import { verificationListOptions } from "./verifications.ts";

/**
 * The list that one came from, as it stood then: going from file to file follows that order, and not the one that the
 * list has by now, where a file that has just been read may stand on top. In this tab's memory only: after a hard load
 * there is no list that one came from.
 */
type ListNavigation = {
  filter: VerificationFilter;
  ids: readonly string[];
  /** Where the list goes on after the last of the ids; null at its end. */
  nextCursor: string | null;
  total: VerificationTotal | null;
};

/** The filter of the list that was shown last. */
let filter: VerificationFilter | null = null;
let navigation: ListNavigation | null = null;

/** Called by a list that is shown: navigation begun from an earlier one ends. */
export function beginAtList(shown: VerificationFilter): void {
  filter = shown;
  navigation = null;
}

export const currentNavigation = (): ListNavigation | null => navigation;

/** The navigation that this verification is part of: the current one, or one that begins in the list shown last. */
export function navigationFrom(client: QueryClient, id: string): ListNavigation | null {
  if (navigation?.ids.includes(id)) return navigation;
  if (!filter) return null;
  const pages = client.getQueryData(verificationListOptions(filter).queryKey)?.pages ?? [];
  const last = pages.at(-1);
  const ids = [...new Set(pages.flatMap((page) => page.items.map((item) => item.verification_id)))];
  if (!last || !ids.includes(id)) return null;
  navigation = { filter, ids, nextCursor: last.next_cursor, total: last.total };
  return navigation;
}

/** Appends the list's next page; ids that are there already keep their place. */
export async function extendNavigation(begun: ListNavigation, signal: AbortSignal): Promise<ListNavigation> {
  if (begun.nextCursor === null) return begun;
  const parameters = VERIFICATION_FILTER.write(begun.filter);
  const page = await fetchPage<VerificationList>("/api/verifications", parameters, begun.nextCursor, signal);
  const ids = [...new Set([...begun.ids, ...page.items.map((item) => item.verification_id)])];
  navigation = { ...begun, ids, nextCursor: page.next_cursor, total: page.total };
  return navigation;
}

type Neighbours = { position: number; previous: string | null; next: string | null };

/** The position of an id, counted from 1, and its neighbours; null when it is not among the ids. */
export function neighboursOf(ids: readonly string[], id: string): Neighbours | null {
  const index = ids.indexOf(id);
  if (index === -1) return null;
  return { position: index + 1, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}
