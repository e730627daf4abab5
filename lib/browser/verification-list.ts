import { infiniteQueryOptions } from "@tanstack/react-query";
import { MAX_PAGE_ROWS } from "#lib/contract/pages.ts";
import type { VerificationList } from "#lib/contract/verifications/verification.ts";
import {
  mayStandInAddress,
  VERIFICATION_FILTER,
  type VerificationFilter,
} from "#lib/contract/verifications/verification-filter.ts";
import { BY_CURSOR, fetchPage } from "./pages.ts";
import { keptFor } from "./query-client.ts";
import { verificationKeys } from "./query-keys.ts";
import { postSearch } from "./verifications.ts";

/* Apart from the queries of one verification, so that only pages with the list load its filter. */

const KEPT_MS = 30 * 60_000;

/** A page of the list. Text that may not stand in an address is posted. */
export function verificationPage(
  filter: VerificationFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<VerificationList> {
  if (filter.q === null || mayStandInAddress(filter.q)) {
    return fetchPage("/api/verifications", VERIFICATION_FILTER.write(filter), cursor, signal);
  }
  return postSearch(cursor === null ? filter : { ...filter, cursor, limit: MAX_PAGE_ROWS }, signal);
}

/** The text has a place of its own in the key, since it may not stand in an address. */
const keyOf = (filter: VerificationFilter) =>
  [...verificationKeys.lists(), VERIFICATION_FILTER.write(filter).toString(), filter.q] as const;

/** The list by keyset pages, kept while one reads a verification, so that Back finds them. */
export const verificationListOptions = (filter: VerificationFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(filter),
    queryFn: ({ pageParam, signal }) => verificationPage(filter, pageParam, signal),
    ...BY_CURSOR,
    gcTime: keptFor(KEPT_MS),
  });
