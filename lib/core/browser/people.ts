import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { ShownPeople } from "#lib/core/contract/need-to-know/shown.ts";
import type { peopleSearchInput } from "#lib/core/contract/people/people-input.ts";
import type { PeopleList, PeopleSearch } from "#lib/core/contract/people/people-search.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { BY_CURSOR, pageIn, rowsIn } from "#lib/platform/browser/pages.ts";
import { inBrowser, keptFor } from "#lib/platform/browser/query-client.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import { peopleKeys } from "./query-keys.ts";

/** The number of the person whose data a page shows in full, or `none` for a list of names. */
export type WholePerson = number | "none";

const listKey = (id: string) => [...peopleKeys.ofVerification(id), "list"] as const;

/** The cached people of a verification, from any page that shows them, whichever person is shown in full. */
export const shownPeople = (client: QueryClient, id: string): ShownPeople | undefined =>
  client
    .getQueriesData<ShownPeople>({ queryKey: listKey(id) })
    .map(([, people]) => people)
    .find((people) => people !== undefined);

/**
 * The people of a verification, at most one of them in full. The first fetch reads the service; live updates and the
 * step to the next person use the read model. The data is personal: the cache drops it when no page shows it, and the
 * next fetch is recorded as another opening.
 */
export const verificationPeopleOptions = (id: string, whole: WholePerson = "none") =>
  queryOptions({
    queryKey: [...listKey(id), whole] as const,
    queryFn: ({ client, signal, queryKey }) => {
      const query = new URLSearchParams({ whole: String(whole) });
      if (shownPeople(client, id)) query.set("read", "false");
      if (client.getQueryData(queryKey)) query.set("again", "true");
      return api("GET /api/verifications/{verification_id}/people", {
        params: { verification_id: id },
        query,
        signal,
      });
    },
    gcTime: 0,
    // The server has already retried. A further retry would only delay the error message, which offers another attempt.
    retry: false,
  });

const search = (body: z.input<typeof peopleSearchInput>, signal?: AbortSignal) =>
  api("POST /api/people/search", { body, ...(signal && { signal }) });

/** Long enough to read a person's page and come back. */
const CACHE_TIME_MS = 5 * 60_000;

export const peoplePage = (what: PeopleSearch, cursor: string | null, signal: AbortSignal, proof?: string) =>
  pageIn(search({ ...what, proof, ...(cursor !== null && { cursor, limit: MAX_PAGE_ROWS }) }, signal));

/** People across verifications by keyset pages. The query is posted: it names people, and must not appear in a URL. */
export const peopleSearchOptions = (what: PeopleSearch) =>
  infiniteQueryOptions({
    queryKey: [...peopleKeys.searches(), what] as const,
    queryFn: ({ pageParam, signal, client, queryKey }) => {
      const shown = client.getQueryData<InfiniteData<PeopleList>>(queryKey);
      const proof = shown?.pages[shown.pageParams.indexOf(pageParam)]?.proof;
      return peoplePage(what, pageParam, signal, proof);
    },
    ...BY_CURSOR,
    gcTime: keptFor(CACHE_TIME_MS),
    // A search with a reason is recorded, and counts: no update repeats it.
    staleTime: what.reason === undefined ? 60_000 : "static",
    meta: inBrowser(
      what.reason === undefined
        ? {
            rows: {
              request: ({ ids, until }, { proof }) => rowsIn(search({ ...what, ids, until, proof })),
              descending: true,
            },
          }
        : {},
    ),
  });

const MAX_PALETTE_ROWS = 8;

/** The first matches of a text, for the palette. */
export const foundPeopleOptions = (q: string) =>
  queryOptions({
    queryKey: [...peopleKeys.searches(), "found", q] as const,
    queryFn: ({ signal, client, queryKey }) => {
      const proof = client.getQueryData<PeopleList>(queryKey)?.proof;
      return pageIn(search({ q, limit: MAX_PALETTE_ROWS, proof }, signal));
    },
    gcTime: 0,
  });

/** How many people have each failure of a lookup. */
export const failedLookupsOptions = () => queryOf([...peopleKeys.searches(), "failed"], "GET /api/overview/lookups");

/** Other verifications with the same CURP. Refetched together with the people. */
export const samePersonOptions = (id: string, personId: number) =>
  queryOf(
    [...peopleKeys.ofVerification(id), "others", personId],
    "GET /api/verifications/{verification_id}/people/{people_id}/others",
    { params: { verification_id: id, people_id: personId } },
  );

/** The last openings of a person. Refetched with the people, since fetching the people is an opening. */
export const personOpeningsOptions = (id: string, personId: number) =>
  queryOf(
    [...peopleKeys.ofVerification(id), "openings", personId],
    "GET /api/verifications/{verification_id}/people/{people_id}/openings",
    { params: { verification_id: id, people_id: personId }, gcTime: 0 },
  );

/**
 * The current search text for people. It names a person, so it is kept in this tab's memory only, not in an address, a
 * history entry or a storage. That suffices for the way from the palette to the list, and for Back. A page load clears
 * it.
 */
let searchText = "";
const listeners = new Set<() => void>();

export const peopleSearchText = (): string => searchText;

export function setPeopleSearchText(text: string): void {
  searchText = text;
  for (const listener of listeners) listener();
}

export function onSearchText(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Address of the page that opens with its PDF: the previous page had a PDF open, or the reader pressed the link to it. */
let pdfWanted: string | null = null;

export function wantPdf(href: string): void {
  pdfWanted = href;
}

/** Whether this page opens with its PDF. True once only, since each opening is recorded. */
export function takeWantedPdf(href: string): boolean {
  const wanted = pdfWanted === href;
  pdfWanted = null;
  return wanted;
}
