import { queryOptions } from "@tanstack/react-query";
import { viewKeys } from "#lib/core/browser/query-keys.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { pageIn } from "#lib/platform/browser/pages.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";

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
