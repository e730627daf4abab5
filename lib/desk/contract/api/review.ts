import type { Review, TakenReview } from "#lib/core/contract/verifications/review.ts";
import type { verificationFilterInput } from "#lib/core/contract/verifications/verification-input.ts";
import type { AcceptableFile } from "#lib/desk/contract/review/bulk-acceptance.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import type { DecisionCheck } from "#lib/desk/contract/review/decision-check.ts";
import type { explanationInput } from "#lib/desk/contract/review/explanation-input.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import type { Lanes } from "#lib/desk/contract/review/lanes.ts";
import type { DecisionList, ReviewLogEntry, ReviewSince } from "#lib/desk/contract/review/log.ts";
import type { reviewPolicyInput } from "#lib/desk/contract/review/policy-input.ts";
import type {
  approvalAnswer,
  bulkAcceptance,
  bulkInput,
  bulkUndoInput,
  ratification,
  reviewChange,
  reviewVersion,
} from "#lib/desk/contract/review/review-input.ts";
import type { Sample, SampleSheet } from "#lib/desk/contract/review/sample.ts";
import type { newSample, sampleResult, sampleSignOff } from "#lib/desk/contract/review/sample-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const REVIEW_API = {
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
  "PUT /api/settings/review": answers<ReviewPolicy, typeof reviewPolicyInput>(),
  "PUT /api/verifications/{verification_id}/explanations": answers<void, typeof explanationInput>(),
  "PUT /api/verifications/{verification_id}/review": answers<Review, typeof reviewChange>(),
  "POST /api/verifications/{verification_id}/review/approval": answers<Review, typeof approvalAnswer>(),
  "GET /api/verifications/{verification_id}/review/log": answers<{ items: ReviewLogEntry[] }>(),
  "POST /api/verifications/{verification_id}/review/ratification": answers<Review, typeof ratification>(),
  "GET /api/verifications/{verification_id}/review/since": answers<ReviewSince>(),
  "POST /api/verifications/{verification_id}/review/undo": answers<Review, typeof reviewVersion>(),
};
