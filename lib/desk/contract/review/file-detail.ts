import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";

/** `GET /api/verifications/{id}`: the facts and the review of a file, and the dates that follow from statements. */
export type FileDetail = VerificationDetail & FileDates;
