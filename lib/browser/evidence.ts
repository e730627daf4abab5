import type { EvidenceState } from "#lib/contract/evidence/state.ts";
import { queryOf } from "./api.ts";

/** The state of the evidence log. It is not fetched again by itself: a head that is being copied or printed stays. */
export const evidenceOptions = () => queryOf<EvidenceState>(["evidence"], "/api/evidence", { staleTime: 0 });
