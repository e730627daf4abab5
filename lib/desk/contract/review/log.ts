import type {
  Assignee,
  Difference,
  Exception,
  Reason,
  RequestPoint,
  Resolution,
  ReviewState,
} from "#lib/core/contract/verifications/review.ts";
import { EXCEPTION_CHOICES, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { UUID } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { day, defineFilter, oneOf, order, text } from "#lib/platform/contract/url-parameters.ts";
import type { HandledItem } from "./facts.ts";
import type { OpenedPdf } from "./opened-pdf.ts";

/**
 * The actions of log entries. `returned` and `vanished` are actions of the rules, not of a user, `opened` and `withdrawn` of
 * either: a proposal is withdrawn by its author, and by a change of facts.
 */
export type LogKind =
  | "opened"
  | "assigned"
  | "waited"
  | "submitted"
  | "reopening_proposed"
  | "decided"
  | "approved"
  | "returned_by_approver"
  | "withdrawn"
  | "returned"
  | "vanished"
  | "ratified"
  | "reopened"
  | "handled"
  | "undone";

/** An entry of a review's append-only log (`GET …/review/log`), newest first. */
export type ReviewLogEntry = {
  entry_id: number;
  at: Instant;
  kind: LogKind;
  /** With the name at that time; null for the rules. */
  user: Assignee | null;
  state: ReviewState | null;
  resolution: Resolution | null;
  reason_code: string | null;
  /** The text of this user; an approval does not repeat the text of the proposal. */
  reason: string | null;
  reasons: Reason[];
  assignee: Assignee | null;
  follow_up_on: string | null;
  /** Day of the periodic review of an acceptance. */
  review_on: string | null;
  policy_version: number;
  /** SHA-256 of the basis, lowercase hex; null where the entry decided nothing. */
  digest: string | null;
  undoes: number | null;
  /** The differences from the basis, which brought the review back. */
  differences: Difference[];
  handled: HandledItem[];
  request: RequestPoint[];
  /** The number of other files that the same step accepted; null for a step on one file. */
  together: number | null;
};

/** The changes of a review since a version (`GET …/review/since`). */
export type ReviewSince = {
  version: string;
  /** A step with the shown version is accepted: no relevant fact differs. */
  same: boolean;
  /** Newest first. */
  entries: ReviewLogEntry[];
  /** Differences of the facts; empty if the shown facts are no longer known. */
  differences: Difference[];
};

/** Limit of `GET /api/review/decisions`: for more decisions an auditor takes a shorter period, or a sample. */
export const MAX_DECISIONS = 5_000;
/** In code units. */
export const MAX_SEED = 100;

/** Orders of the page by its columns; the leading minus is descending. `exceptions` orders by the number of exceptions. */
export type DecisionColumn = "at" | "title" | "resolution" | "exceptions";
export type DecisionSort = DecisionColumn | `-${DecisionColumn}`;

export const DECISION_SORTS = [
  "-at",
  "at",
  "title",
  "-title",
  "resolution",
  "-resolution",
  "-exceptions",
  "exceptions",
] as const satisfies readonly DecisionSort[];

/** The choices of the filter `together`. */
export const TOGETHER_CHOICES = ["yes", "no"] as const;

/** The parameters of the page of decisions. */
export const DECISIONS = defineFilter({
  from: day(),
  to: day(),
  exception: oneOf(EXCEPTION_CHOICES),
  user: text((id) => UUID.test(id)),
  resolution: oneOf(RESOLUTIONS),
  /** Whether accepted together with other files. */
  together: oneOf(TOGETHER_CHOICES),
  sort: order<DecisionSort>(DECISION_SORTS),
});

/** The answer of `GET /api/review/decisions`. */
export type DecisionList = {
  items: AuditedDecision[];
  /** The number of decisions of the period and filter, whatever the sample. */
  total: number;
  /** The number of undone decisions among `total`. */
  undone: number;
  /** Whether any decision of the period was made together with others, whatever the other filters. */
  has_together: boolean;
  /** The officers with a decision in the period, by name, whatever the other filters. */
  officers: { user_id: string; user_name: string | null }[];
};

/** A decision as auditors get it (`GET /api/review/decisions`). */
export type AuditedDecision = Pick<
  ReviewLogEntry,
  | "entry_id"
  | "at"
  | "kind"
  | "state"
  | "resolution"
  | "reason_code"
  | "reason"
  | "review_on"
  | "policy_version"
  | "together"
> & {
  verification_id: string;
  user_id: string | null;
  user_name: string | null;
  tag: string | null;
  title: string | null;
  /** The reason of the catalogue, in the words of the policy in force at that time; null for an unknown code. */
  reason_name: { en: string; es: string } | null;
  digest: string;
  /** The PDFs that the author had opened whole; null if that was not recorded yet. */
  pdfs: OpenedPdf[] | null;
  /** The exceptions of an acceptance; empty for other decisions. */
  exceptions: Exception[];
  /** Null unless requested. */
  basis: object | null;
  /** The step was undone at once. */
  undone: boolean;
  /** The author and reason of the approved proposal. */
  proposed_by: string | null;
  proposal_reason: string | null;
  /** The answer to a proposal: `approved`, `returned_by_approver` or `withdrawn`; null while it awaits approval. */
  answer: LogKind | null;
  answered_at: Instant | null;
  /** Null for the rules. */
  answered_by: string | null;
  answer_reason: string | null;
};
