/** The codes of reviews, in the order in which they are shown. No zod, so that pages may import it. */

export const REVIEW_STATES = ["open", "waiting", "approval", "resolved"] as const;

export const RESOLUTIONS = ["accepted", "rejected", "closed"] as const;

/** The exceptions that an acceptance needs a reason for, in the order of the decision record. */
export const EXCEPTIONS = [
  "high_finding",
  "failed_item",
  "run_not_final",
  "run_unknown",
  "documents_incomplete",
  "status_not_finished",
  "person_unresolved",
  "document_expired",
  "document_too_old",
] as const;

/** A filter by exceptions: one of them, or any. */
export const EXCEPTION_CHOICES = ["any", ...EXCEPTIONS] as const;
export type ExceptionChoice = (typeof EXCEPTION_CHOICES)[number];

/** The reasons why a verification needs a person (`reasons.ts`), in the order in which they are shown. */
export const REASONS = [
  "changed",
  "decision",
  "answered",
  "item",
  "person",
  "status_error",
  "follow_up",
  "stalled_customer",
  "stalled_service",
  "periodic",
] as const;

/** By certainty: resolved by the facts, a possible answer arrived, or neither. */
export const POINT_ANSWERS = ["nothing", "arrived", "resolved"] as const;

/** A kind of difference between the basis of a decision and the current facts. */
export const DIFFERENCE_KINDS = [
  "finding_added",
  "finding_graver",
  "finding_gone",
  "finding_milder",
  "wording",
  "run_confirmed",
  "run_newer_provisional",
  "item_new",
  "item_learned_late",
  "item_problem",
  "item_type",
  "item_recovered",
  "person_new",
  "person_not_found",
  "person_changed",
  "person_improved",
  "documents_back",
  "status_error",
  "reopened",
  "label",
] as const;
