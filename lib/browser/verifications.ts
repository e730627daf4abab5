import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { VerificationList } from "#lib/contract/verification.ts";
import { type VerificationFilter, writeVerificationFilter } from "#lib/contract/verification-filter.ts";
import { api } from "./api.ts";

/** Keys of everything about verifications; what is below `all` is what a live message may concern. */
export const verificationKeys = {
  all: ["verifications"] as const,
  lists: () => [...verificationKeys.all, "list"] as const,
  list: (filter: VerificationFilter) =>
    [...verificationKeys.lists(), writeVerificationFilter(filter).toString()] as const,
  details: () => [...verificationKeys.all, "detail"] as const,
  detail: (id: string) => [...verificationKeys.details(), id] as const,
  events: (id: string) => [...verificationKeys.all, "events", id] as const,
};

/** The list by keyset pages. */
export const verificationListOptions = (filter: VerificationFilter) =>
  infiniteQueryOptions({
    queryKey: verificationKeys.list(filter),
    queryFn: ({ pageParam, signal }) => {
      const parameters = writeVerificationFilter(filter);
      if (pageParam) parameters.set("cursor", pageParam);
      return api<VerificationList>(`/api/verifications?${parameters}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
