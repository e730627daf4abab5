import { queryOptions } from "@tanstack/react-query";
import type { Counted } from "#lib/contract/pages.ts";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import type { View, Views } from "#lib/contract/verifications/view.ts";
import { api, patch, post, put, queryOf, remove } from "./api.ts";
import { viewKeys } from "./query-keys.ts";

/** Views are changed rarely, and mostly by the reader. */
const VIEWS_STALE_MS = 5 * 60_000;

export const viewsOptions = () => queryOf<Views>(viewKeys.list(), "/api/views", { staleTime: VIEWS_STALE_MS });

/** Interval of counting: a count for each event would cost more than the list. */
const COUNTED_EVERY_MS = 60_000;

/** Number of files for each of these queries, counted one after the other so that nothing waits for them. */
export const viewCountsOptions = (queries: readonly string[]) =>
  queryOptions({
    queryKey: viewKeys.counts(queries),
    queryFn: async ({ signal }) => {
      const counts: Record<string, Counted> = {};
      for (const query of queries) {
        counts[query] = (await api<VerificationList>(`/api/verifications?${query}&limit=1`, { signal })).total;
      }
      return counts;
    },
    staleTime: COUNTED_EVERY_MS,
    refetchInterval: COUNTED_EVERY_MS,
    retry: false,
  });

type Given = Pick<View, "name" | "query" | "shared">;

export const addView = (body: Given) => post<View>("/api/views", body);

export const changeView = ({ view_id, ...body }: { view_id: string } & Partial<Given>) =>
  patch<View>(`/api/views/${view_id}`, body);

/** Puts the shared views into this order, for everybody. */
export const orderViews = (view_ids: readonly string[]) => put<Views>("/api/views/order", { view_ids });

export const deleteView = (view_id: string) => remove<void>(`/api/views/${view_id}`);
