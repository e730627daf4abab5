import type { QueryClient } from "@tanstack/react-query";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { api } from "./api.ts";
import { currentWalk, keepWalk, type ListWalk, lastListFilter } from "./list-walk.ts";
import { verificationListOptions } from "./verifications.ts";

/** What a handler gives at most in one page. */
const PAGE = "200";

/** The walk that this verification is part of: the one begun, or one that begins in the list shown last. */
export function walkWith(client: QueryClient, id: string): ListWalk | null {
  const begun = currentWalk();
  if (begun?.ids.includes(id)) return begun;
  const filter = lastListFilter();
  if (!filter) return null;
  const pages = client.getQueryData(verificationListOptions(filter).queryKey)?.pages ?? [];
  const last = pages.at(-1);
  const ids = [...new Set(pages.flatMap((page) => page.items.map((item) => item.verification_id)))];
  if (!last || !ids.includes(id)) return null;
  const walk: ListWalk = { filter, ids, nextCursor: last.next_cursor, total: last.total };
  keepWalk(walk);
  return walk;
}

/** The walk with the list's next page at its end; ids that it has already keep their place. */
export async function extendWalk(walk: ListWalk, signal: AbortSignal): Promise<ListWalk> {
  if (walk.nextCursor === null) return walk;
  const parameters = VERIFICATION_FILTER.write(walk.filter);
  parameters.set("cursor", walk.nextCursor);
  parameters.set("limit", PAGE);
  const page = await api<VerificationList>(`/api/verifications?${parameters}`, { signal });
  const ids = [...new Set([...walk.ids, ...page.items.map((item) => item.verification_id)])];
  const longer: ListWalk = { ...walk, ids, nextCursor: page.next_cursor, total: page.total };
  keepWalk(longer);
  return longer;
}

export type Neighbours = { position: number; previous: string | null; next: string | null };

/** Where an id stands in the walk, counted from 1, and its neighbours; null when it is not part of it. */
export function neighboursOf(ids: readonly string[], id: string): Neighbours | null {
  const index = ids.indexOf(id);
  if (index === -1) return null;
  return { position: index + 1, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}
