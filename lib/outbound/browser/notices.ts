import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { noticeKeys } from "#lib/core/browser/query-keys.ts";
import { api } from "#lib/platform/browser/api.ts";

export const unreadOptions = queryOptions({
  queryKey: [...noticeKeys.all, "unread"],
  queryFn: ({ signal }) => api("GET /api/notices", { query: { unread: "true", limit: "1" }, signal }),
  select: ({ unread }) => unread,
});

const LIMIT = 30;

/** The reader's notices. The server words them, so the language is part of the key. */
export const noticesOptions = (locale: string) =>
  infiniteQueryOptions({
    queryKey: [...noticeKeys.all, "list", locale],
    queryFn: ({ pageParam, signal }) =>
      api("GET /api/notices", { query: { limit: String(LIMIT), ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
