import { queryOptions } from "@tanstack/react-query";
import type { EvidenceState } from "#lib/contract/evidence/state.ts";
import { read } from "./api.ts";

/** The state of the evidence log. It is not fetched again by itself: a head that is being copied or printed stays. */
export const evidenceOptions = () =>
  queryOptions({ queryKey: ["evidence"] as const, queryFn: read<EvidenceState>("/api/evidence"), staleTime: 0 });
