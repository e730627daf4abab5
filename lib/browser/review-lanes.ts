import { queryOptions } from "@tanstack/react-query";
import type { Lanes } from "#lib/contract/review/lanes.ts";
import { read } from "./api.ts";
import { reviewKeys } from "./query-keys.ts";

/* Separate from the mutations of reviews, since every page counts lanes. */

/** How many reviews each lane has, and how many of them are overdue. */
export const reviewLanesOptions = () =>
  queryOptions({ queryKey: reviewKeys.lanes(), queryFn: read<Lanes>("/api/review/lanes") });
