import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { auditSearchInput } from "#lib/platform/contract/audit/audit-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { AuditList, AuditUsers } from "#lib/records/contract/audit/trail.ts";
import type { periodInput } from "#lib/records/contract/evidence/package-input.ts";
import type { ConsistencyProof, InclusionProof } from "#lib/records/contract/evidence/proofs.ts";
import type { EvidenceState } from "#lib/records/contract/evidence/state.ts";
import type { HeadTimestamps } from "#lib/records/contract/evidence/timestamps.ts";
import type { ArcoDetail, ArcoList, ArcoRequest, PersonOpenings } from "#lib/records/contract/privacy/arco.ts";
import type { arcoChange, newArcoRequest } from "#lib/records/contract/privacy/arco-input.ts";
import type { ErasureCertificate, Erasures } from "#lib/records/contract/privacy/erasures.ts";

export const RECORDS_ENDPOINTS = {
  "GET /api/audit": answers<AuditList>(),
  "GET /api/audit/export": answers<Response>(),
  "GET /api/audit/stream": answers<Response>(),
  "GET /api/audit/users": answers<AuditUsers>(),
  "POST /api/searches/audit": answers<AuditList, typeof auditSearchInput>(),

  "GET /api/evidence": answers<EvidenceState>(),
  "GET /api/evidence/consistency": answers<ConsistencyProof>(),
  "GET /api/evidence/head": answers<SignedHead>(),
  "GET /api/evidence/inclusion": answers<InclusionProof>(),
  "POST /api/evidence/packages": answers<Response, typeof periodInput>(),
  "GET /api/evidence/timestamps": answers<HeadTimestamps>(),
  "GET /api/evidence/timestamps/{timestamp_id}": answers<Response>(),
  "GET /api/evidence/verifications/{verification_id}": answers<Response>(),

  "GET /api/privacy/erasures": answers<Erasures>(),
  "GET /api/privacy/erasures/{certificate_id}": answers<ErasureCertificate>(),
  "GET /api/privacy/requests": answers<ArcoList>(),
  "POST /api/privacy/requests": answers<ArcoRequest, typeof newArcoRequest>(),
  "GET /api/privacy/requests/{request_id}": answers<ArcoDetail>(),
  "PATCH /api/privacy/requests/{request_id}": answers<ArcoRequest, typeof arcoChange>(),
  "GET /api/privacy/requests/{request_id}/extract": answers<Response>(),
  "GET /api/privacy/requests/{request_id}/openings": answers<{ people: PersonOpenings[] }>(),
};
