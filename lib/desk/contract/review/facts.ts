import type { z } from "zod";
import type { PeopleOutcome } from "#lib/core/contract/people/person.ts";
import type {
  Difference,
  Exception,
  Reason,
  RequestPoint,
  Resolution,
} from "#lib/core/contract/verifications/review.ts";
import type { FindingsRun, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Statement } from "#lib/statements/contract/statement.ts";
import type { reviewPolicy } from "./policy-input.ts";

/**
 * The facts of a verification that the rules of reviews use, assembled by `lib/desk/server/review/facts.ts`. `known_at` is when
 * Cotejo learned of a fact (received or read), apart from when it happened.
 */
export type ReviewFacts = {
  status: string | null;
  /** When the status was first stated: by a signed `t`, or by the reading that found it. */
  status_at: Instant | null;
  /** Time of the first reading that began after `status_at` and found the same status; null without one. */
  status_confirmed_at: Instant | null;
  documents_status: string | null;
  /** Time of the documents_status, by event or read. */
  documents_status_at: Instant | null;
  run: ReviewRun | null;
  items: ReviewItem[];
  /** Null where the people were never read and no event named one. */
  people: ReviewPerson[] | null;
  /** Keys of assigned labels, sorted. */
  labels: string[];
  /** Time of the reopening without a later finish; null otherwise. */
  reopened_at: Instant | null;
  created_at: Instant | null;
  /** First time that the verification was finished or its documents complete; null if never. */
  first_complete_at: Instant | null;
  /** The verification was imported by id, not announced by an event. */
  imported: boolean;
  /**
   * The latest signed `t`, or reading with news, of facts that count for stalling: status, documents_status, items, runs,
   * people.
   */
  last_fact_at: Instant | null;
  /** Distinct signed `t` of the verification's events, ascending: quiet periods are computed from them and stay fixed. */
  events_at: Instant[];
  /** Start of the newest read; null without one. */
  read_at: Instant | null;
  /** The statements of people about the file that nobody has withdrawn, newest first. */
  statements: Statement[];
  /** Since when no event of any verification has arrived; null while events arrive. No file becomes stalled in this time. */
  deaf_since: Instant | null;
};

export type ReviewRun = Pick<FindingsRun, "run_id" | "source" | "computed_at" | "before_reopening" | "items"> & {
  known_at: Instant;
};

export type ReviewItem = Pick<VerificationItem, "item_id" | "item_type" | "item_error" | "problem" | "completed_at"> & {
  /** Since when Cotejo has known the item's current type and error; null if it needs no attention. */
  problem_at: Instant | null;
  /** When Cotejo first learned of the item. */
  known_at: Instant;
};

export type ReviewPerson = {
  people_id: number | null;
  /** The outcome of the lookups by `standingLookup`: a temporary failure after a known outcome does not count. */
  outcome: PeopleOutcome;
  people_error: string | null;
  /** Since when Cotejo has known this outcome without another one in between; temporary failures count as one outcome. */
  since: Instant;
  /**
   * Keyed hashes (HMAC), lowercase hex; equal people have equal hashes. Null for an unknown value: a value that becomes
   * known later is no change.
   */
  curp_hash: string | null;
  name_hash: string | null;
  birth_date_hash: string | null;
};

/** An acknowledgement that a user has dealt with an item: it holds for this type and error alone. */
export type HandledItem = Pick<ReviewItem, "item_id" | "item_type" | "item_error">;

/** The basis of a decision, as the log keeps it. Labels are recorded, and compared only where they are watched. */
export type Basis = Pick<ReviewFacts, "status" | "documents_status" | "labels" | "reopened_at"> & {
  run: Omit<ReviewRun, "known_at"> | null;
  items: Omit<ReviewItem, "known_at" | "problem_at">[];
  people: Omit<ReviewPerson, "since">[] | null;
  /** The stated dates of documents; absent without any, and in decisions from before they existed. */
  dates?: BasisDates[];
};

/** The newest statement about a document, by its id: what it states stays in the history of statements. */
export type BasisDates = Pick<StatedDates, "statement_id" | "document_kind"> & {
  people_id: number | null;
  issued_on: string | null;
  expires_on: string | null;
  no_expiry: boolean;
};
type StatedDates = Extract<Statement, { kind: "document_dates" }>;

/** A standing decision: outcome, time, and the basis of the decision or of its last ratification. */
export type Decision = {
  resolution: Resolution;
  at: Instant;
  /** The author, who gets the review back; null if deleted or disabled. */
  by: string | null;
  basis: Basis;
  /** The day on which an accepted file comes back; absent in decisions from before this field existed. */
  review_on?: string | null;
  /** The exceptions of an acceptance; absent in other decisions, and in those from before this field existed. */
  exceptions?: Exception[];
  /** `differs_since` of the last evaluation. */
  differs_since: Instant | null;
};

/** The actions of people about a verification that the rules use. */
export type ReviewActions = {
  /** The standing decision, also while the review is back; null without one or after it was undone. */
  decision: Decision | null;
  /** A decision awaiting approval. */
  submitted: Pick<Decision, "resolution" | "at" | "basis" | "review_on" | "exceptions"> | null;
  /** Kept until somebody acts, also once the file has come back. */
  wait: Wait | null;
  handled: HandledItem[];
  /** An officer opened, delayed or decided the review: reasons hold even if the rules alone had none. */
  by_hand: boolean;
};

/** A review that waits for the customer. */
export type Wait = {
  since: Instant;
  follow_up_on: string;
  request: RequestPoint[];
  /** The facts at the time of the request. */
  basis: Basis;
};

/** A reason with the time from which it holds, which may be in the future. */
export type TimedReason = { reason: Reason; from: Instant };

/** The result of the rules for a verification: the same for the same facts in any order of arrival. */
export type Evaluation = {
  /** Current and future reasons, unless a fact intervenes; by time and then as in `REASONS`. */
  reasons: TimedReason[];
  /** From the basis of the decision, or of the proposal; empty without either. */
  differences: Difference[];
  /** Time of the first difference that brings the decision back; null without one. */
  differs_since: Instant | null;
  /** Time at which a difference queues the file; null if none brings it back. */
  queued_at: Instant | null;
  /** When a reading is due without which a reason does not hold; null if none is due. */
  reading_due: Instant | null;
};

/** The policy that is in force (`GET /api/settings/review`); `version` grows with each change. */
export type ReviewPolicy = z.output<typeof reviewPolicy>;
