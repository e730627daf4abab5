import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { VerificationList, VerificationOptions } from "#lib/contract/verifications/verification.ts";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { api } from "./api.ts";
import { keptFor } from "./query-client.ts";

/** Keys of everything about verifications; what is below `all` is what a live message may concern. */
export const verificationKeys = {
  all: ["verifications"] as const,
  lists: () => [...verificationKeys.all, "list"] as const,
  list: (filter: VerificationFilter) =>
    [...verificationKeys.lists(), VERIFICATION_FILTER.write(filter).toString()] as const,
  options: () => [...verificationKeys.all, "options"] as const,
  details: () => [...verificationKeys.all, "detail"] as const,
  detail: (id: string) => [...verificationKeys.details(), id] as const,
  events: (id: string) => [...verificationKeys.all, "events", id] as const,
};

/** What the handler gives at most; the first page is its usual fifty, since that is what one waits for. */
const LATER_PAGE = "200";
const KEPT_MS = 30 * 60_000;

/**
 * The list by keyset pages. Later ones are large, because every live message asks again for all that are loaded, and
 * they are kept while one reads a verification, so that Back finds them.
 */
export const verificationListOptions = (filter: VerificationFilter) =>
  infiniteQueryOptions({
    queryKey: verificationKeys.list(filter),
    queryFn: ({ pageParam, signal }) => {
      const parameters = VERIFICATION_FILTER.write(filter);
      if (pageParam) {
        parameters.set("cursor", pageParam);
        parameters.set("limit", LATER_PAGE);
      }
      return api<VerificationList>(`/api/verifications?${parameters}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    gcTime: keptFor(KEPT_MS),
  });

const FOUND_AT_MOST = "8";

/** The first few that a text finds, for jumping there. */
export const verificationSearchOptions = (q: string) =>
  queryOptions({
    queryKey: [...verificationKeys.lists(), "search", q] as const,
    queryFn: ({ signal }) =>
      api<VerificationList>(`/api/verifications?${new URLSearchParams({ q, limit: FOUND_AT_MOST })}`, {
        signal,
      }),
  });

/** A menu may be a minute behind: a new label is rare, and asking at every event would cost more than the list. */
const OPTIONS_STALE_MS = 60_000;

/** The values that the filter menus offer, asked for when the first menu opens. */
export const verificationOptionsOptions = () =>
  queryOptions({
    queryKey: verificationKeys.options(),
    queryFn: ({ signal }) => api<VerificationOptions>("/api/verifications/options", { signal }),
    staleTime: OPTIONS_STALE_MS,
  });
