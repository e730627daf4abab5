import { infiniteQueryOptions } from "@tanstack/react-query";
import type { HeadTimestamps } from "#lib/contract/evidence/timestamps.ts";
import { BY_CURSOR, fetchPage } from "./pages.ts";

export const timestampsOptions = () =>
  infiniteQueryOptions({
    queryKey: ["evidence", "timestamps"] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<HeadTimestamps>("/api/evidence/timestamps", new URLSearchParams(), pageParam, signal),
    ...BY_CURSOR,
  });

/** The download address of the authority's answer. */
export const timestampPath = (timestamp_id: number): string => `/api/evidence/timestamps/${timestamp_id}`;
