import { queryOptions } from "@tanstack/react-query";
import type { ListCount } from "#lib/contract/pages.ts";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import type { View, Views } from "#lib/contract/verifications/view.ts";
import { api, patch, post, put, queryOf, remove } from "./api.ts";
import { viewKeys } from "./query-keys.ts";

/** Views are changed rarely, and mostly by the reader. */
const VIEWS_STALE_MS = 5 * 60_000;

export const viewsOptions = () => queryOf<Views>(viewKeys.list(), "/api/views", { staleTime: VIEWS_STALE_MS });

/** Interval of counting: a count per live message would cost more than the list. */
const COUNT_INTERVAL_MS = 60_000;

/** The query as the page applies it: a view of an earlier release may have parts that the list no longer knows. */
const known = (query: string): URLSearchParams =>
  VERIFICATION_FILTER.write(VERIFICATION_FILTER.read(new URLSearchParams(query)).filter);

/** Number of files of each query. Counted one after the other, to keep connections free for other requests. */
export const viewCountsOptions = (queries: readonly string[]) =>
  queryOptions({
    queryKey: [...viewKeys.all, "counts", ...queries],
    queryFn: async ({ signal }) => {
      const counts: Record<string, ListCount> = {};
      for (const query of queries) {
        counts[query] = (await api<VerificationList>(`/api/verifications?${known(query)}&limit=1`, { signal })).total;
      }
      return counts;
    },
    staleTime: COUNT_INTERVAL_MS,
    refetchInterval: COUNT_INTERVAL_MS,
    retry: false,
  });

type ViewFields = Pick<View, "name" | "query" | "shared">;

export const addView = (body: ViewFields) => post<View>("/api/views", body);

export const changeView = ({ view_id, ...body }: { view_id: string } & Partial<ViewFields>) =>
  patch<View>(`/api/views/${view_id}`, body);

/** Stores the order of the shared views, for all users. */
export const orderViews = (view_ids: readonly string[]) => put<Views>("/api/views/order", { view_ids });

export const deleteView = (view_id: string) => remove<void>(`/api/views/${view_id}`);
