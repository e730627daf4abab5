import type { z } from "zod";
import type { Openings } from "#lib/core/contract/need-to-know/policy.ts";
import type { Overview } from "#lib/core/contract/status.ts";
import type { VerificationEvents } from "#lib/core/contract/verifications/activity.ts";
import type { Morning } from "#lib/core/contract/verifications/morning.ts";
import type { Originals } from "#lib/core/contract/verifications/originals.ts";
import type { Review, TakenReview } from "#lib/core/contract/verifications/review.ts";
import type { TitleFieldsState } from "#lib/core/contract/verifications/title-fields.ts";
import type {
  Blocked,
  ErasureCounts,
  FoundVerifications,
  ReadResult,
  VerificationList,
  VerificationOptions,
  VerificationRows,
} from "#lib/core/contract/verifications/verification.ts";
import type {
  importInput,
  originalsInput,
  readInput,
  titleFieldsInput,
  verificationFilterInput,
  verificationSearchInput,
  viewChange,
  viewInput,
  viewOrderInput,
} from "#lib/core/contract/verifications/verification-input.ts";
import type { View, Views } from "#lib/core/contract/verifications/view.ts";
import type { Custody, FileCustody, LegalHold, LegalHolds } from "#lib/desk/contract/custody/custody.ts";
import type {
  custodyPolicyInput,
  legalHoldEnd,
  newLegalHold,
  relationEndInput,
} from "#lib/desk/contract/custody/custody-input.ts";
import type { Drafts } from "#lib/desk/contract/drafts/draft.ts";
import type { draftInput } from "#lib/desk/contract/drafts/draft-input.ts";
import type { Notes, WrittenNote } from "#lib/desk/contract/notes/note.ts";
import type { noteChange, noteInput } from "#lib/desk/contract/notes/note-input.ts";
import type { AcceptableFile } from "#lib/desk/contract/review/bulk-acceptance.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import type { DecisionCheck } from "#lib/desk/contract/review/decision-check.ts";
import type { explanationInput } from "#lib/desk/contract/review/explanation-input.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import type { Lanes } from "#lib/desk/contract/review/lanes.ts";
import type { DecisionList, ReviewLogEntry, ReviewSince } from "#lib/desk/contract/review/log.ts";
import type { reviewPolicyInput } from "#lib/desk/contract/review/policy-input.ts";
import type {
  approvalAnswer,
  bulkAcceptance,
  bulkInput,
  bulkUndoInput,
  erasureInput,
  ratification,
  reviewChange,
  reviewVersion,
} from "#lib/desk/contract/review/review-input.ts";
import type { Sample, SampleSheet } from "#lib/desk/contract/review/sample.ts";
import type { newSample, sampleResult, sampleSignOff } from "#lib/desk/contract/review/sample-input.ts";
import type { LatestVisit, seenInput } from "#lib/desk/contract/review/seen.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { ImportAnswer } from "#lib/statements/contract/import.ts";
import type { importUndo, statementsImport } from "#lib/statements/contract/import-input.ts";
import type { DatesPreview, datesPreview } from "#lib/statements/contract/policy-input.ts";
import type { Statements } from "#lib/statements/contract/statement.ts";
import type { statementInput } from "#lib/statements/contract/statement-input.ts";

export const DESK_ENDPOINTS = {
  "GET /api/privacy/custody": answers<Custody>(),
  "PUT /api/privacy/custody": answers<Custody, typeof custodyPolicyInput>(),
  "GET /api/privacy/holds": answers<LegalHolds>(),
  "POST /api/privacy/holds": answers<LegalHold, typeof newLegalHold>(),
  "DELETE /api/privacy/holds/{hold_id}": answers<LegalHold, typeof legalHoldEnd>(),
  "GET /api/verifications/{verification_id}/custody": answers<FileCustody>(),
  "PUT /api/verifications/{verification_id}/relation-end": answers<FileCustody, typeof relationEndInput>(),

  "GET /api/verifications/{verification_id}/statements": answers<Statements>(),
  "POST /api/verifications/{verification_id}/statements": answers<{ statement_id: number }, typeof statementInput>(),

  "POST /api/imports/statements": answers<ImportAnswer, typeof statementsImport>(),
  "POST /api/imports/statements/undo": answers<{ withdrawn: number }, typeof importUndo>(),

  "GET /api/verifications/{verification_id}/drafts": answers<Drafts>(),
  "PUT /api/verifications/{verification_id}/drafts/{kind}": answers<void, typeof draftInput>(),
  "DELETE /api/verifications/{verification_id}/drafts/{kind}": answers<void>(),

  "PATCH /api/notes/{note_id}": answers<WrittenNote, typeof noteChange>(),
  "DELETE /api/notes/{note_id}": answers<void>(),
  "GET /api/verifications/{verification_id}/notes": answers<Notes>(),
  "POST /api/verifications/{verification_id}/notes": answers<WrittenNote, typeof noteInput>(),

  "GET /api/decisions/{decision_id}": answers<DecisionCheck>(),
  "POST /api/review/bulk": answers<Response, typeof bulkInput>(),
  "GET /api/review/bulk/acceptance": answers<{ files: AcceptableFile[] }>(),
  "POST /api/review/bulk/acceptance": answers<Response, typeof bulkAcceptance>(),
  "POST /api/review/bulk/undo": answers<Response, typeof bulkUndoInput>(),
  "GET /api/review/choices": answers<ReviewChoices>(),
  "GET /api/review/decisions": answers<DecisionList | Response>(),
  "GET /api/review/lanes": answers<Lanes>(),
  "POST /api/review/next": answers<TakenReview | undefined, typeof verificationFilterInput>(),
  "GET /api/review/samples": answers<{ items: Sample[] }>(),
  "POST /api/review/samples": answers<{ sample_id: string }, typeof newSample>(),
  "GET /api/review/samples/{sample_id}": answers<SampleSheet | Response>(),
  "PUT /api/review/samples/{sample_id}/results/{entry_id}": answers<void, typeof sampleResult>(),
  "POST /api/review/samples/{sample_id}/sign-off": answers<void, typeof sampleSignOff>(),
  "GET /api/settings/review": answers<ReviewPolicy>(),
  "POST /api/settings/review/preview": answers<DatesPreview, typeof datesPreview>(),
  "PUT /api/settings/review": answers<ReviewPolicy, typeof reviewPolicyInput>(),
  "PUT /api/verifications/{verification_id}/explanations": answers<void, typeof explanationInput>(),
  "PUT /api/verifications/{verification_id}/review": answers<Review, typeof reviewChange>(),
  "POST /api/verifications/{verification_id}/review/approval": answers<Review, typeof approvalAnswer>(),
  "GET /api/verifications/{verification_id}/review/log": answers<{ items: ReviewLogEntry[] }>(),
  "POST /api/verifications/{verification_id}/review/ratification": answers<Review, typeof ratification>(),
  "GET /api/verifications/{verification_id}/review/since": answers<ReviewSince>(),
  "POST /api/verifications/{verification_id}/review/undo": answers<Review, typeof reviewVersion>(),

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
  "GET /api/verifications/{verification_id}": answers<FileDetail>(),
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
