import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Erased } from "#lib/contract/verifications/erasure.ts";
import type {
  VerificationDetail,
  VerificationEventKind,
  VerificationEvents,
} from "#lib/contract/verifications/verification.ts";
import { api } from "./api.ts";
import { verificationKeys } from "./verifications.ts";

const path = (id: string, rest = "") => `/api/verifications/${encodeURIComponent(id)}${rest}`;

/** One verification, as the read model holds it. */
export const verificationOptions = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.detail(id),
    queryFn: ({ signal }) => api<VerificationDetail>(path(id), { signal }),
  });

/** What came in about it, newest first, by pages: everything, or one kind of it. */
export const verificationEventsOptions = (id: string, kind: VerificationEventKind | null = null) =>
  infiniteQueryOptions({
    queryKey: [...verificationKeys.events(id), kind],
    queryFn: ({ pageParam, signal }) => {
      const parameters = new URLSearchParams({ ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) });
      return api<VerificationEvents>(path(id, parameters.size > 0 ? `/events?${parameters}` : "/events"), { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** What went when it was erased here a moment ago; kept only so that the page can say so. */
export const erasedKey = (id: string) => ["erased", id] as const;

/** Has everything erased that is kept here of it. */
export const eraseVerification = (id: string) => api<Erased>(path(id), { method: "DELETE" });

export type ReadResult = {
  outcome: "read" | "coalesced" | "failed";
  error?: { code: string; status: number | null };
};

/** Has the server read the service now, because somebody asks for it or by itself. What that finds arrives as a live fact. */
export const readVerification = (id: string, by_hand: boolean) =>
  api<ReadResult>(path(id, "/read"), { method: "POST", body: { by_hand } });
