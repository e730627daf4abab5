import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { VerificationDetail, VerificationEvents } from "#lib/contract/verification.ts";
import { api } from "./api.ts";
import { verificationKeys } from "./verifications.ts";

const path = (id: string, rest = "") => `/api/verifications/${encodeURIComponent(id)}${rest}`;

/** One verification, as the read model holds it. */
export const verificationOptions = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.detail(id),
    queryFn: ({ signal }) => api<VerificationDetail>(path(id), { signal }),
  });

/** The deliveries about it, newest first, by pages. */
export const verificationEventsOptions = (id: string) =>
  infiniteQueryOptions({
    queryKey: verificationKeys.events(id),
    queryFn: ({ pageParam, signal }) =>
      api<VerificationEvents>(path(id, `/events${pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ""}`), {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

export type ReadResult = {
  outcome: "read" | "coalesced" | "failed";
  error?: { code: string; status: number | null };
};

/** Has the server read the service now. What that finds arrives as a live fact. */
export const readVerification = (id: string) => api<ReadResult>(path(id, "/read"), { method: "POST" });
