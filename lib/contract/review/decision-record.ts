import type { Instant } from "#lib/contract/time.ts";
import type { Exception, LogKind, Resolution } from "#lib/contract/verifications/review.ts";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import type { Basis } from "./facts.ts";

/** A step of a decision: it was submitted, made, approved, or ratified on later facts. */
export type DecisionStep = {
  kind: LogKind;
  at: Instant;
  /** As they were called then; null where that is not known. */
  user: string | null;
  /** The words of the approver; those of the decision's author are the record's. */
  words: string | null;
};

/** Somebody whom a decision rests on, as its outcome alone. */
export type DecidedPerson = Pick<NonNullable<Basis["people"]>[number], "people_id" | "outcome" | "people_error"> & {
  /** Whether their name of now is the one of then: else it says nothing of whom was decided on. */
  same_name: boolean;
};

/** The decision that stands, with all that it rests on, as it is printed. */
export type DecisionRecord = {
  file: Pick<VerificationSummary, "verification_id" | "tag" | "title" | "tax_id" | "account_name">;
  /** The entry of the log by which it stands, or stood. */
  entry_id: number;
  stands: boolean;
  /** The zone of the policy that was in force (IANA), in which its times are written. */
  time_zone: string;
  resolution: Resolution;
  /** In the order in which they were made; by the last of them it stands. */
  steps: DecisionStep[];
  /** A newer decision that awaits approval; null without one. */
  proposed: { resolution: Resolution; at: Instant; user: string | null } | null;
  /**
   * A reason of the catalogue, in the words of the policy that was in force; of a code that it does not know both are null.
   */
  reason: { code: string; en: string | null; es: string | null } | null;
  /** In the words of who decided. */
  words: string | null;
  /**
   * When an accepted file comes back for a periodic review, `YYYY-MM-DD` in this zone, as the last step set it; null
   * without.
   */
  review_on: string | null;
  policy_version: number;
  /** SHA-256 of the basis, lowercase hex. */
  digest: string;
  /** The exceptions of an acceptance; none of a rejection or a close. */
  exceptions: Exception[];
  basis: Omit<Basis, "people"> & { people: DecidedPerson[] | null };
};
