import type { HeadTimestamps } from "#lib/contract/evidence/timestamps.ts";
import { pagesOf } from "./pages.ts";

export const timestampsOptions = () => pagesOf<HeadTimestamps>(["evidence", "timestamps"], "/api/evidence/timestamps");

/** The download address of the authority's answer. */
export const timestampPath = (timestamp_id: number): string => `/api/evidence/timestamps/${timestamp_id}`;
