import { reviewKeys } from "#lib/core/browser/query-keys.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

/* Separate from the mutations of reviews, since every page counts lanes. */

/** How many reviews each lane has, and how many of them are overdue. */
export const reviewLanesOptions = () => queryOf(reviewKeys.lanes(), "GET /api/review/lanes");
