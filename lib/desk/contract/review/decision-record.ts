import type { Exception, Resolution } from "#lib/core/contract/verifications/review.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import type { KeepingGround } from "#lib/desk/contract/custody/custody.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Basis } from "./facts.ts";
import type { LogKind } from "./log.ts";
import type { OpenedPdf } from "./opened-pdf.ts";

/** A step of a decision: it was submitted, made, approved, or ratified on later facts. */
export type DecisionStep = {
  kind: LogKind;
  at: Instant;
  /** Name at that time; null if unknown. */
  user: string | null;
  /** The approver's text; the decision's own text is the record's. */
  words: string | null;
  /** The PDFs that this user had opened; null if that was not recorded yet. */
  pdfs: OpenedPdf[] | null;
};

/** A person in the basis of a decision, as outcome only. */
export type DecidedPerson = Pick<NonNullable<Basis["people"]>[number], "people_id" | "outcome" | "people_error"> & {
  /** Whether the current name is the one at the decision: a changed name does not show whom the decision was about. */
  same_name: boolean;
  /** Whether the name was known here at the decision. */
  name_known: boolean;
};

/** The standing decision with its whole basis, for printing. */
export type DecisionRecord = {
  file: Pick<VerificationSummary, "verification_id" | "tag" | "title" | "tax_id" | "account_name">;
  entry_id: number;
  /** Id of the decision, as in decision events. */
  decision_id: string;
  stands: boolean;
  /** Why the file is kept now, and until when; null where nothing keeps it. */
  kept: KeepingGround | null;
  /** The zone of the policy that was in force (IANA), in which its times are written. */
  time_zone: string;
  resolution: Resolution;
  /** In their order; the last step put the decision in force. */
  steps: DecisionStep[];
  /** A newer decision awaiting approval; null without one. */
  proposed: { resolution: Resolution; at: Instant; user: string | null } | null;
  /** A reason of the catalogue, in the words of the policy in force at that time; both null for an unknown code. */
  reason: { code: string; en: string | null; es: string | null } | null;
  /** The author's text. */
  words: string | null;
  /** The day of the periodic review, `YYYY-MM-DD` in this zone, as set by the last step; null without one. */
  review_on: string | null;
  policy_version: number;
  /** SHA-256 of the basis, lowercase hex. */
  digest: string;
  /** The exceptions of an acceptance; empty for a rejection or a close. */
  exceptions: Exception[];
  /** The number of other files that the same step accepted; null for a step on one file. */
  together: number | null;
  /** The service's names of the labels of the basis by their keys, as last stated; a label without a name is left out. */
  label_names: Record<string, string>;
  /** The names of documents with stated dates by their keys, in the policy of that version. */
  document_names: Record<string, { en: string; es: string }>;
  basis: Omit<Basis, "people"> & { people: DecidedPerson[] | null };
};
