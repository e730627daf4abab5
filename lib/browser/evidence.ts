import type { EvidenceState } from "#lib/contract/evidence/state.ts";
import { queryOf } from "./api.ts";

/** The state of the evidence log. It is not refetched, so that a head stays unchanged while it is copied or printed. */
export const evidenceOptions = () => queryOf<EvidenceState>(["evidence"], "/api/evidence", { staleTime: 0 });
