import { queryOptions } from "@tanstack/react-query";
import type { ListCount } from "#lib/contract/pages.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import type { View } from "#lib/contract/verifications/view.ts";
import { api, queryOf } from "./api.ts";
import { pageIn } from "./pages.ts";
import { viewKeys } from "./query-keys.ts";

/** Views are changed rarely, and mostly by the reader. */
const VIEWS_STALE_MS = 5 * 60_000;

export const viewsOptions = () => queryOf(viewKeys.list(), "GET /api/views", { staleTime: VIEWS_STALE_MS });

/** Interval of counting: a count per live message would cost more than the list. */
const COUNT_INTERVAL_MS = 60_000;

/** The query of one row, as the page applies it: a view of an earlier release may have parts that the list no longer knows. */
function first(query: string): URLSearchParams {
  const parameters = VERIFICATION_FILTER.write(VERIFICATION_FILTER.read(new URLSearchParams(query)).filter);
  parameters.set("limit", "1");
  return parameters;
}

/** Number of files of each query. Counted one after the other, to keep connections free for other requests. */
export const viewCountsOptions = (queries: readonly string[]) =>
  queryOptions({
    queryKey: [...viewKeys.all, "counts", ...queries],
    queryFn: async ({ signal }) => {
      const counts: Record<string, ListCount> = {};
      for (const query of queries) {
        counts[query] = (await pageIn(api("GET /api/verifications", { query: first(query), signal }))).total;
      }
      return counts;
    },
    staleTime: COUNT_INTERVAL_MS,
    refetchInterval: COUNT_INTERVAL_MS,
    retry: false,
  });

type ViewFields = Pick<View, "name" | "query" | "shared">;

export const addView = (body: ViewFields) => api("POST /api/views", { body });

export const changeView = ({ view_id, ...body }: { view_id: string } & Partial<ViewFields>) =>
  api("PATCH /api/views/{view_id}", { params: { view_id }, body });

/** Stores the order of the shared views, for all users. */
export const orderViews = (view_ids: readonly string[]) => api("PUT /api/views/order", { body: { view_ids } });

export const deleteView = (view_id: string) => api("DELETE /api/views/{view_id}", { params: { view_id } });
