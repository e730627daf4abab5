import { queryOptions } from "@tanstack/react-query";
import type { Openings } from "#lib/contract/audit/audit.ts";
import type { LatestVisit, Visit } from "#lib/contract/review/seen.ts";
import type { VerificationEventKind, VerificationEvents } from "#lib/contract/verifications/activity.ts";
import type {
  Blocked,
  ErasureCounts,
  FoundVerifications,
  VerificationDetail,
  VerificationOptions,
} from "#lib/contract/verifications/verification.ts";
import { api, fileUrl, post, put, queryOf } from "./api.ts";
import { pagesOf } from "./pages.ts";
import { verificationKeys } from "./query-keys.ts";

/** The list by a posted filter, for text that must not appear in an address. */
export const postSearch = <Answer = FoundVerifications>(body: object, signal?: AbortSignal) =>
  api<Answer>("/api/searches/verifications", { method: "POST", body, ...(signal && { signal }) });

/** The number of files that a search by text shows. */
export const MAX_PALETTE_ROWS = 8;

/** The first matches of a text, for the palette. */
export const verificationSearchOptions = (q: string) =>
  queryOptions({
    queryKey: [...verificationKeys.lists(), "search", q] as const,
    queryFn: ({ signal }) => postSearch({ q, limit: MAX_PALETTE_ROWS }, signal),
  });

/** A menu may be a minute out of date: new labels are rare, and a request per message would cost more than the list. */
const OPTIONS_STALE_MS = 60_000;

/** The values that the filter menus offer, fetched when the first menu opens. */
export const verificationOptionsOptions = () =>
  queryOf<VerificationOptions>([...verificationKeys.all, "options"], "/api/choices/verifications", {
    staleTime: OPTIONS_STALE_MS,
  });

export const verificationOptions = (id: string) =>
  queryOf<VerificationDetail>(verificationKeys.detail(id), fileUrl(id));

/** The activity of a verification by pages, newest first: all kinds of events, or one kind. */
export const verificationEventsOptions = (id: string, kind: VerificationEventKind | null = null) =>
  pagesOf<VerificationEvents>(
    [...verificationKeys.events(id), kind],
    fileUrl(id, "/events"),
    { ...(kind && { kind }) },
    { placeholderData: undefined },
  );

/** Key of the result of an erasure, which the page of the erased file shows. */
export const erasedKey = (id: string) => ["erased", id] as const;

/** Erases the local data of a verification, or blocks it if it must be kept. The reason is kept for a decided verification. */
export const eraseVerification = ({ verification_id, reason }: { verification_id: string; reason: string }) =>
  api<ErasureCounts | Blocked>(fileUrl(verification_id), {
    method: "DELETE",
    ...(reason !== "" && { body: { reason } }),
  });

type ReadResult = {
  outcome: "read" | "coalesced" | "failed";
  error?: { code: string; status: number | null };
};

/** The last openings of a file. Fetched each time the list is shown. */
export const fileOpeningsOptions = (id: string) =>
  queryOf<Openings>(["openings", id], fileUrl(id, "/openings"), { gcTime: 0 });

/** Makes the server read the service, because a user asked or the page was shown. Changes arrive as live messages. */
export const readVerification = (id: string, by_hand: boolean) => post<ReadResult>(fileUrl(id, "/read"), { by_hand });

/**
 * The time of the reader's last visit to a verification, and its marks; null before the first visit. Prefetched by the
 * file's own page.
 */
export const lastLookOptions = (id: string) =>
  queryOptions<Visit | null>({
    queryKey: ["seen", id],
    queryFn: async ({ signal }) =>
      (await api<Pick<LatestVisit, "previous">>(fileUrl(id, "/seen"), { signal })).previous,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const putSeen = (id: string, marks: string[]) => put<LatestVisit>(fileUrl(id, "/seen"), { marks });
