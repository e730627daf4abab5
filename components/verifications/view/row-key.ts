import type { VerificationSummary } from "#lib/contract/verification.ts";

/** What tells verifications of a list apart. */
export const rowKey = (row: VerificationSummary): string => row.verification_id;
