import { infiniteQueryOptions } from "@tanstack/react-query";
import type { FoundVerifications, VerificationRows } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { api } from "#lib/platform/browser/api.ts";
import { BY_CURSOR, fetchPage, rowsIn } from "#lib/platform/browser/pages.ts";
import { inBrowser, keptFor } from "#lib/platform/browser/query-client.ts";
import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import { MAX_PAGE_ROWS, type RowsRequest } from "#lib/platform/contract/pages.ts";
import { verificationKeys } from "./query-keys.ts";
import { searchPage } from "./verifications.ts";

/* Separate from the queries of one verification, so that only pages with the list load the filter's code. */

const CACHE_TIME_MS = 30 * 60_000;

/** A page of the list. The filter is posted if its text must not appear in an address. */
export function verificationPage(
  filter: VerificationFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<FoundVerifications> {
  if (filter.q === null || mayAppearInUrl(filter.q)) {
    return fetchPage("GET /api/verifications", VERIFICATION_FILTER.write(filter), cursor, { signal });
  }
  return searchPage(cursor === null ? filter : { ...filter, cursor, limit: MAX_PAGE_ROWS }, signal);
}

function verificationRows(filter: VerificationFilter, asked: RowsRequest): Promise<VerificationRows> {
  if (filter.q !== null && !mayAppearInUrl(filter.q))
    return rowsIn(api("POST /api/searches/verifications", { body: { ...filter, ...asked } }));
  const parameters = VERIFICATION_FILTER.write(filter);
  for (const id of asked.ids) parameters.append("id", id);
  if (asked.until !== null) parameters.set("until", asked.until);
  if (asked.total) parameters.set("total", "true");
  return rowsIn(api("GET /api/verifications", { query: parameters }));
}

/** The text is a separate part of the key, since it must not appear in an address. */
const keyOf = (filter: VerificationFilter) =>
  [...verificationKeys.lists(), VERIFICATION_FILTER.write(filter).toString(), filter.q] as const;

/** The list by keyset pages, cached while a verification is open, so that Back finds them. */
export const verificationListOptions = (filter: VerificationFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(filter),
    queryFn: ({ pageParam, signal }) => verificationPage(filter, pageParam, signal),
    ...BY_CURSOR,
    gcTime: keptFor(CACHE_TIME_MS),
    // With a filter that follows the clock, rows come and go without a message: the pages are refetched whole.
    meta: inBrowser(
      VERIFICATION_FILTER.followsClock(filter)
        ? {}
        : { rows: { request: (asked) => verificationRows(filter, asked), descending: filter.sort.startsWith("-") } },
    ),
  });
