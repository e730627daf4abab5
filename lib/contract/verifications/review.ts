import type { Instant } from "#lib/contract/time.ts";

/**
 * Reviews: what the team does with a verification. They are local: the interface has no call for them, nothing of them is
 * sent to the service, and accepting here is never the service's approval. No zod, so that pages may import it.
 */

export const REVIEW_STATES = ["open", "waiting", "approval", "resolved"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const RESOLUTIONS = ["accepted", "rejected", "closed"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The exceptions that an acceptance needs a reason for, in the order of the decision record. */
export const EXCEPTIONS = ["high_finding", "failed_item", "run_not_final", "run_unknown"] as const;
export type Exception = (typeof EXCEPTIONS)[number];

/** Why a verification asks for a person (`reasons.ts`), in the order in which they are shown. */
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
export type Reason = (typeof REASONS)[number];

/** The assignee of a review, by the current name. */
export type Assignee = { user_id: string; name: string };

/**
 * An account that a review can be given to, with how many open ones it has, and how many of these are overdue. Only accounts
 * with the same name have their e-mail address here.
 */
export type Officer = Assignee & { email: string | null; open: number; overdue: number };

/** A review as lists and pages carry it. Null instead of it only for what was erased. */
export type Review = {
  /** Null if no reason held yet and nobody opened it by hand. */
  state: ReviewState | null;
  /** Resolution of a resolved or proposed review. */
  resolution: Resolution | null;
  /** Current reasons; empty for a resolved review, unless its facts have changed. */
  reasons: Reason[];
  /** Where `person` is one of them: whether a CURP is to be corrected, or a lookup has not come to its end. Else null. */
  lookup: "to_correct" | "not_completed" | null;
  assignee: Assignee | null;
  /** Name at that time of the decision's or the proposal's author; null in other states. */
  decided_by: string | null;
  /** Name at that time of the decision's approver; null if none was required. */
  approved_by: string | null;
  /**
   * The approver who returned the proposed decision of an open review, with the beginning of the text; null after
   * another step.
   */
  returned_by: { name: string; reason: string | null } | null;
  /** Null unless open. Passed means overdue. */
  due_at: Instant | null;
  /** Day on which a waiting review comes back, `YYYY-MM-DD` in the policy's time zone. */
  follow_up_on: string | null;
  /** Opaque. It changes with the review and with the facts for a decision. */
  version: string;
};

/** The standing of a review, which the page of a file shows beside it. */
export type ReviewStanding = {
  /** The newest entry of the log; 0 without one. Later entries are steps since this answer. */
  last_entry: number;
  /** The standing or proposed decision; null without one. */
  decision: {
    resolution: Resolution;
    at: Instant;
    /** The author, with the name at that time; null if unknown. */
    user: Assignee | null;
    reason_code: string | null;
    reason: string | null;
    /** The approver, with their own text; null without one. */
    approval: { at: Instant; user: string | null; reason: string | null } | null;
    /** The day on which an accepted file comes back for a periodic review, `YYYY-MM-DD` in the policy's time zone. */
    review_on: string | null;
    /** The exceptions of an acceptance; empty for a rejected or closed file. */
    exceptions: Exception[];
    /** Differences between the current facts and the decision's basis. */
    differences: Difference[];
  } | null;
  /** Texts of approvers who returned a decision of an open or proposed review, newest first. */
  returns: { at: Instant; name: string; reason: string | null }[];
  /** The returned decision, for its author to continue from; null unless it was returned last. */
  returned: { user_id: string; resolution: Resolution; reason_code: string | null; reason: string | null } | null;
  /** The current wait, or the last one until an officer acts after it; null without one. */
  wait: RequestWait | null;
  /** Explanations of its findings, also of findings that a newer run does not have. */
  explanations: FindingExplanation[];
};

/** Why a finding does not stand in the way, in the words of an officer. The finding stays an exception. */
export type FindingExplanation = {
  severity: string;
  missing_field: string | null;
  /** Trimmed. */
  message: string;
  text: string;
  at: Instant;
  /** As they were called then. */
  user: Assignee;
};

/** A request to a customer, and its answers. */
export type RequestWait = {
  since: Instant;
  follow_up_on: string;
  /** Empty for a wait without a request through Cotejo. */
  request: { point: RequestPoint; answer: PointAnswer }[];
};

/** By certainty: resolved by the facts, a possible answer arrived, or neither. */
export const POINT_ANSWERS = ["nothing", "arrived", "resolved"] as const;
export type PointAnswer = (typeof POINT_ANSWERS)[number];

/** Limit of the text of a decision, a request or an erasure. */
export const LONGEST_WORDS = 4_000;

/** As many verifications `POST /api/review/bulk` changes at once. */
export const MAX_BULK = 500;

/** The outcome of one of many reviews that are changed. */
export type BulkOutcome = {
  verification_id: string;
  outcome: "done" | "not_found" | "failed";
  /** The cause of a failure, as in error answers. */
  code?: string;
  /** The version after the change, by which it is undone. */
  version?: string;
};

/** Reviews of an account that are not resolved (`GET /api/users/{id}/reviews`); the first of them are named. */
export type HeldReviews = { count: number; files: { verification_id: string; name: string }[] };

/** Limit of points in a request. */
export const MAX_POINTS = 200;

/** A requested point, with its subject, so that an answer can be recognised. */
export type RequestPoint =
  | { about: "missing_field"; missing_field: string }
  | { about: "item"; item_id: number; item_type: string | null; item_error: string | null }
  | { about: "person"; people_id: number; people_error: string | null }
  | { about: "documents" };

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
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A difference with its subject: no name and no CURP, since logs keep it. */
export type Difference = {
  kind: DifferenceKind;
  /** Whether it brings the decision back, now or from `queued_at` on; otherwise it is only shown. */
  brings_back: boolean;
  severity?: string | null;
  missing_field?: string | null;
  /** Message of a finding, in the service's words. */
  message?: string;
  item_id?: number;
  item_type?: string | null;
  item_error?: string | null;
  people_id?: number | null;
  people_error?: string | null;
  label?: string;
  before?: string | null;
  after?: string | null;
};
