import type { z } from "zod";
import type { Openings } from "#lib/core/contract/need-to-know/opening.ts";
import type { Overview } from "#lib/core/contract/status.ts";
import type { VerificationEvents } from "#lib/core/contract/verifications/activity.ts";
import type { Morning } from "#lib/core/contract/verifications/morning.ts";
import type { Originals } from "#lib/core/contract/verifications/originals.ts";
import type { TitleFieldsState } from "#lib/core/contract/verifications/title-fields.ts";
import type {
  Blocked,
  ErasureCounts,
  FoundVerifications,
  ReadResult,
  VerificationDetail,
  VerificationList,
  VerificationOptions,
  VerificationRows,
} from "#lib/core/contract/verifications/verification.ts";
import type {
  importInput,
  originalsInput,
  readInput,
  titleFieldsInput,
  verificationSearchInput,
  viewChange,
  viewInput,
  viewOrderInput,
} from "#lib/core/contract/verifications/verification-input.ts";
import type { View, Views } from "#lib/core/contract/verifications/view.ts";
import type { erasureInput } from "#lib/desk/contract/review/review-input.ts";
import type { LatestVisit, seenInput } from "#lib/desk/contract/review/seen.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const VERIFICATIONS_API = {
  "GET /api/choices/verifications": answers<VerificationOptions>(),
  "GET /api/exports/verifications": answers<Response>(),
  "POST /api/imports/verifications": answers<Response, typeof importInput>(),
  "GET /api/morning": answers<Morning>(),
  "GET /api/overview": answers<Overview>(),
  "POST /api/searches/verifications": answers<FoundVerifications | VerificationRows, typeof verificationSearchInput>(),
  "GET /api/settings/originals": answers<Originals>(),
  "PUT /api/settings/originals": answers<Originals, typeof originalsInput>(),
  "GET /api/settings/title-fields": answers<TitleFieldsState>(),
  "PUT /api/settings/title-fields": answers<TitleFieldsState, typeof titleFieldsInput>(),
  "GET /api/verifications": answers<VerificationList | VerificationRows>(),
  "GET /api/verifications/{verification_id}": answers<VerificationDetail>(),
  "DELETE /api/verifications/{verification_id}": answers<ErasureCounts | Blocked, z.ZodOptional<typeof erasureInput>>(),
  "GET /api/verifications/{verification_id}/events": answers<VerificationEvents>(),
  "GET /api/verifications/{verification_id}/items/{item_id}/original": answers<Response>(),
  "GET /api/verifications/{verification_id}/openings": answers<Openings>(),
  "POST /api/verifications/{verification_id}/read": answers<ReadResult, z.ZodOptional<typeof readInput>>(),
  "GET /api/verifications/{verification_id}/seen": answers<Pick<LatestVisit, "previous">>(),
  "PUT /api/verifications/{verification_id}/seen": answers<LatestVisit, typeof seenInput>(),
  "GET /api/views": answers<Views>(),
  "POST /api/views": answers<View, typeof viewInput>(),
  "PUT /api/views/order": answers<Views, typeof viewOrderInput>(),
  "PATCH /api/views/{view_id}": answers<View, typeof viewChange>(),
  "DELETE /api/views/{view_id}": answers<void>(),
};
