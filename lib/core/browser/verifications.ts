import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { VerificationEventKind } from "#lib/core/contract/verifications/activity.ts";
import type { verificationSearchInput } from "#lib/core/contract/verifications/verification-input.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { pageIn, pagesOf } from "#lib/platform/browser/pages.ts";
import { verificationKeys } from "./query-keys.ts";

/** A page of the list by a posted filter, for text that must not appear in an address. */
export const searchPage = (body: z.input<typeof verificationSearchInput>, signal: AbortSignal) =>
  pageIn(api("POST /api/searches/verifications", { body, signal }));

/** The number of files that a search by text shows. */
export const MAX_PALETTE_ROWS = 8;

/** The first matches of a text, for the palette. */
export const verificationSearchOptions = (q: string) =>
  queryOptions({
    queryKey: [...verificationKeys.lists(), "search", q] as const,
    queryFn: ({ signal }) => searchPage({ q, limit: MAX_PALETTE_ROWS }, signal),
  });

/** A menu may be a minute out of date: new labels are rare, and a request per message would cost more than the list. */
const OPTIONS_STALE_MS = 60_000;

/** The values that the filter menus offer, fetched when the first menu opens. */
export const verificationOptionsOptions = () =>
  queryOf([...verificationKeys.all, "options"], "GET /api/choices/verifications", {
    staleTime: OPTIONS_STALE_MS,
  });

export const verificationOptions = (id: string) =>
  queryOf(verificationKeys.detail(id), "GET /api/verifications/{verification_id}", { params: { verification_id: id } });

/** The activity of a verification by pages, newest first: all kinds of events, or one kind. */
export const verificationEventsOptions = (id: string, kind: VerificationEventKind | null = null) =>
  pagesOf(
    [...verificationKeys.events(id), kind],
    "GET /api/verifications/{verification_id}/events",
    { ...(kind && { kind }) },
    { params: { verification_id: id }, placeholderData: undefined },
  );

/** Key of the result of an erasure, which the page of the erased file shows. */
export const erasedKey = (id: string) => ["erased", id] as const;

/** The last openings of a file. Fetched each time the list is shown. */
export const fileOpeningsOptions = (id: string) =>
  queryOf(["openings", id], "GET /api/verifications/{verification_id}/openings", {
    params: { verification_id: id },
    gcTime: 0,
  });
