import { pagesOf } from "./pages.ts";

export const timestampsOptions = () => pagesOf(["evidence", "timestamps"], "GET /api/evidence/timestamps", {});

/** The download address of the authority's answer. */
export const timestampPath = (timestamp_id: number): string => `/api/evidence/timestamps/${timestamp_id}`;
