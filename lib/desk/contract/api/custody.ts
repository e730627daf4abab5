import type { Custody, FileCustody, LegalHold, LegalHolds } from "#lib/desk/contract/custody/custody.ts";
import type {
  custodyPolicyInput,
  legalHoldEnd,
  newLegalHold,
  relationEndInput,
} from "#lib/desk/contract/custody/custody-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const CUSTODY_API = {
  "GET /api/privacy/custody": answers<Custody>(),
  "PUT /api/privacy/custody": answers<Custody, typeof custodyPolicyInput>(),
  "GET /api/privacy/holds": answers<LegalHolds>(),
  "POST /api/privacy/holds": answers<LegalHold, typeof newLegalHold>(),
  "DELETE /api/privacy/holds/{hold_id}": answers<LegalHold, typeof legalHoldEnd>(),
  "GET /api/verifications/{verification_id}/custody": answers<FileCustody>(),
  "PUT /api/verifications/{verification_id}/relation-end": answers<FileCustody, typeof relationEndInput>(),
};
