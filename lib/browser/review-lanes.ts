import { queryOptions } from "@tanstack/react-query";
import type { Lanes } from "#lib/contract/review/lanes.ts";
import { api } from "./api.ts";
import { reviewKeys } from "./query-keys.ts";

/* Apart from what a review is changed by, since every page counts them. */

/** How many reviews each lane has, and how many of them are overdue. */
export const reviewLanesOptions = () =>
  queryOptions({
    queryKey: reviewKeys.lanes(),
    queryFn: ({ signal }) => api<Lanes>("/api/review/lanes", { signal }),
  });
