import { queryOf } from "#lib/platform/browser/api.ts";

/** The state of the evidence log. It is not refetched, so that a head stays unchanged while it is copied or printed. */
export const evidenceOptions = () => queryOf(["evidence"], "GET /api/evidence", { staleTime: 0 });
