import { answers } from "#lib/platform/contract/endpoint.ts";
import type { ArcoDetail, ArcoList, ArcoRequest, PersonOpenings } from "#lib/records/contract/privacy/arco.ts";
import type { arcoChange, newArcoRequest } from "#lib/records/contract/privacy/arco-input.ts";
import type { ErasureCertificate, Erasures } from "#lib/records/contract/privacy/erasures.ts";

export const PRIVACY_API = {
  "GET /api/privacy/erasures": answers<Erasures>(),
  "GET /api/privacy/erasures/{certificate_id}": answers<ErasureCertificate>(),
  "GET /api/privacy/requests": answers<ArcoList>(),
  "POST /api/privacy/requests": answers<ArcoRequest, typeof newArcoRequest>(),
  "GET /api/privacy/requests/{request_id}": answers<ArcoDetail>(),
  "PATCH /api/privacy/requests/{request_id}": answers<ArcoRequest, typeof arcoChange>(),
  "GET /api/privacy/requests/{request_id}/extract": answers<Response>(),
  "GET /api/privacy/requests/{request_id}/openings": answers<{ people: PersonOpenings[] }>(),
};
