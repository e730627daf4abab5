import type { Reason, Review } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { isFinalRun } from "#lib/desk/contract/review/basis.ts";

/** The step that a page recommends by its primary button. */
export type Advice = "approve" | "decide" | "write" | "wait";

const FOR_THE_CUSTOMER: readonly Reason[] = ["item", "person", "stalled_customer"];
const TO_DECIDE: readonly Reason[] = ["decision", "changed", "periodic"];

/**
 * Files with documents or people that need the customer come first, unless the customer was already asked; then
 * decidable files. Null if no step is recommended.
 */
export function adviceOf(
  { findings, review_standing }: Pick<VerificationDetail, "findings" | "review_standing">,
  { state, reasons }: Pick<Review, "state" | "reasons">,
): Advice | null {
  if (state === "approval") return "approve";
  if (state === null) return isFinalRun(findings) ? "decide" : null;
  if (state !== "open") return null;
  const holds = (some: readonly Reason[]) => reasons.some((reason) => some.includes(reason));
  const lacks = findings?.items.some(({ missing_field }) => missing_field) ?? false;
  if (!review_standing?.wait && holds(FOR_THE_CUSTOMER)) return "write";
  if (isFinalRun(findings) || holds(TO_DECIDE)) return "decide";
  return lacks && !review_standing?.wait ? "write" : "wait";
}
