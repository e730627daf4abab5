import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { periodInput } from "#lib/records/contract/evidence/package-input.ts";
import type { ConsistencyProof, InclusionProof } from "#lib/records/contract/evidence/proofs.ts";
import type { EvidenceState } from "#lib/records/contract/evidence/state.ts";
import type { HeadTimestamps } from "#lib/records/contract/evidence/timestamps.ts";

export const EVIDENCE_API = {
  "GET /api/evidence": answers<EvidenceState>(),
  "GET /api/evidence/consistency": answers<ConsistencyProof>(),
  "GET /api/evidence/head": answers<SignedHead>(),
  "GET /api/evidence/inclusion": answers<InclusionProof>(),
  "POST /api/evidence/packages": answers<Response, typeof periodInput>(),
  "GET /api/evidence/timestamps": answers<HeadTimestamps>(),
  "GET /api/evidence/timestamps/{timestamp_id}": answers<Response>(),
  "GET /api/evidence/verifications/{verification_id}": answers<Response>(),
};
