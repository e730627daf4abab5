import type { Drafts } from "#lib/desk/contract/drafts/draft.ts";
import type { draftInput } from "#lib/desk/contract/drafts/draft-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const DRAFTS_API = {
  "GET /api/verifications/{verification_id}/drafts": answers<Drafts>(),
  "PUT /api/verifications/{verification_id}/drafts/{kind}": answers<void, typeof draftInput>(),
  "DELETE /api/verifications/{verification_id}/drafts/{kind}": answers<void>(),
};
